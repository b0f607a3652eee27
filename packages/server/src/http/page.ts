import type { World } from './world.ts';
import type { HttpResponse } from './response.ts';
import type { IncomingRequest } from './lifecycle.ts';

/** A path outside the API: health check, sign-in redirects, files, forms. */
export type Page = {
  readonly path: string;
  /** The default is GET. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** How requests of an address are counted; the default is `page`. Monitoring depends on pages without a limit. */
  readonly limit?: 'page' | 'asset' | 'none';
  handle(world: World, request: IncomingRequest): Promise<HttpResponse>;
};
