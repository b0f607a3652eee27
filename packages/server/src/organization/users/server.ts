import type { Config } from '../../engine/config.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';

/** The parts of the world that presenters of users need. */
export type Server = { readonly config: Config; readonly sealer: Sealer };
