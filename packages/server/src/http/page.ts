import type { World } from './world.ts';
import type { Answer } from './answer.ts';
import type { Incoming } from './lifecycle.ts';

/** What the server shows outside the API: health, redirects of a sign-in, files, forms. */
export type Page = {
  readonly path: string;
  /** GET unless it is said. */
  readonly method?: 'GET' | 'POST';
  handle(world: World, request: Incoming): Promise<Answer>;
};
