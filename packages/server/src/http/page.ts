import type { World } from './world.ts';
import type { Answer } from './answer.ts';
import type { Incoming } from './lifecycle.ts';

/** A path outside the API: health check, sign-in redirects, files, forms. */
export type Page = {
  readonly path: string;
  /** The default is GET. */
  readonly method?: 'GET' | 'POST';
  handle(world: World, request: Incoming): Promise<Answer>;
};
