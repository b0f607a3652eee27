import { buildWorld } from '../build-world.ts';
import { readConfig } from '../../engine/config.ts';
import type { World } from '../../http/world.ts';

/** Runs `work` with a world of its own, without starting the HTTP server or jobs. */
export async function withWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  const world = buildWorld(readConfig());
  try {
    return await work(world);
  } finally {
    await world.dispose();
  }
}
