import { buildWorld } from '../build-world.ts';
import { readConfig } from '../../engine/config.ts';
import type { World } from '../../http/world.ts';

/** Does one thing with the server's parts, without serving. */
export async function withWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  const world = buildWorld(readConfig());
  try {
    return await work(world);
  } finally {
    await world.dispose();
  }
}
