import { parentPort, workerData } from 'node:worker_threads';
import { buildWorld } from '../../build-world.ts';
import { advanceImport } from './advance-import.ts';
import type { ImportTask } from './import-in-thread.ts';

const CONNECTIONS = 2;

const { config, realmId, id } = workerData as ImportTask;
const database = { ...config.database, connections: CONNECTIONS, expensiveConnections: 1 };
const world = buildWorld({ ...config, database }, { applicationName: 'parley import' });
parentPort?.on('message', () => {
  world.startDraining();
});
try {
  await advanceImport(world, realmId, id);
} finally {
  await world.dispose();
  parentPort?.close();
}
