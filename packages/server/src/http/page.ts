import type { World } from './world.ts';
import type { HttpResponse } from './response.ts';
import type { IncomingRequest } from './lifecycle.ts';

/** A path outside the API: health check, sign-in redirects, files, forms. */
export type Page = {
  readonly path: string;
  /** The default is GET. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Requests are not counted: the page costs less than a refusal, or monitoring depends on it. */
  readonly isUnlimited?: true;
  handle(world: World, request: IncomingRequest): Promise<HttpResponse>;
};
