import type { Config } from '../../engine/config.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';

/** What showing users to others takes of the world: where the server lives and how it names its files. */
export type Server = { readonly config: Config; readonly sealer: Sealer };
