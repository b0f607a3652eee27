import type { World } from '../world.ts';

/** What showing people to others takes of the world: where the server lives and how it names its files. */
export type Server = Pick<World, 'config' | 'sealer'>;
