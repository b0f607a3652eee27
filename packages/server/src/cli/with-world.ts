import { buildWorld } from '../build-world.ts';
import { readConfig } from '../config.ts';
import type { World } from '../world.ts';

/** Does one thing with the server's parts, without serving. */
export const withWorld = async <T>(work: (world: World) => Promise<T>): Promise<T> => {
  const world = buildWorld(readConfig());
  try {
    return await work(world);
  } finally {
    await world.dispose();
  }
};
