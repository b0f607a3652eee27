import { buildWorld } from '../build-world.ts';
import type { DisposableWorld } from '../world.ts';
import { readConfig } from '../../engine/config.ts';
import { openSealer } from '../../engine/secrets/sealing-keys.ts';
import type { World } from '../../http/world.ts';

/** Runs `work` with a world of its own, without starting the HTTP server or jobs. */
export async function withWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  const config = readConfig();
  return use(buildWorld(config, { sealer: await openSealer(config), author: { kind: 'operator' } }), work);
}

/** The same for a database that may lack tables: the sealer does not follow the database. */
export function withUnmigratedWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  return use(buildWorld(readConfig(), { author: { kind: 'operator' } }), work);
}

async function use<T>(world: DisposableWorld, work: (world: World) => Promise<T>): Promise<T> {
  try {
    return await work(world);
  } finally {
    await world.dispose();
  }
}
