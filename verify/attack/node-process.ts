import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand, type Running } from '@parley/test-support/command.ts';
import { residentMiB } from '@parley/test-support/flood.ts';
import { freePort } from '@parley/test-support/free-port.ts';

/** Memory of the attacked node. */
const HEAP_MIB = 1024;
const MAX_RESIDENT_MIB = 1024;
/** Connections that one address may open; the default is for offices behind one address. */
export const MAX_CONNECTIONS = 200;

/** The node that is attacked: a process of its own, which is started again if an attack ends it. */
export type NodeProcess = {
  readonly url: string;
  /** A fault of the process itself: it ended or it holds too much memory. */
  fault(): string | undefined;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startNode(environment: Readonly<Record<string, string>>): Promise<NodeProcess> {
  const files = await mkdtemp(path.join(tmpdir(), 'parley-attack-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const start = async (): Promise<Running> => {
    const started = startCommand(['serve'], {
      PATH: process.env['PATH'] ?? '',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
      PARLEY_LISTEN_ADDRESS: '127.0.0.1',
      PARLEY_PORT: port,
      PARLEY_LOG_LEVEL: 'error',
      PARLEY_FILES: files,
      PARLEY_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS),
      ...environment,
    });
    while (!(await isHealthy(url))) {
      if (started.child.exitCode !== null) throw new Error(`The node ended: ${(await started.ended).err}`);
      await pause(50);
    }
    return started;
  };
  const end = async ({ child, ended }: Running): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  let running = await start();
  return {
    url,
    fault: () => {
      const { exitCode, signalCode, pid } = running.child;
      if (exitCode !== null || signalCode !== null) return `the node ended (${exitCode ?? signalCode})`;
      const resident = residentMiB(pid ?? 0);
      return resident > MAX_RESIDENT_MIB ? `the node holds ${resident.toFixed(0)} MiB` : undefined;
    },
    restart: async () => {
      await end(running);
      running = await start();
    },
    stop: async () => {
      await end(running);
      await rm(files, { recursive: true, force: true });
    },
  };
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
