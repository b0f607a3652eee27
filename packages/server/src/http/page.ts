import type { World } from './world.ts';
import type { HttpResponse } from './response.ts';
import type { IncomingRequest } from './lifecycle.ts';

/** A path outside the API: health check, sign-in redirects, files, forms. */
export type Page = {
  readonly path: string;
  /** The default is GET. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  handle(world: World, request: IncomingRequest): Promise<HttpResponse>;
};
