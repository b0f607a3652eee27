import type { Config } from '../config.ts';
import type { Sealer } from '../secrets/seal.ts';

/** What showing people to others takes of the world: where the server lives and how it names its files. */
export type Server = { readonly config: Config; readonly sealer: Sealer };
