import type { HttpResponse } from '../../../http/response.ts';
import type { World } from '../../../http/world.ts';

export const YEAR_SECONDS = 31_536_000;
export const DAY_SECONDS = 86_400;

/** A response that browsers may cache. */
export function picture({ clock }: World, png: Buffer, seconds: number): HttpResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'image/png',
      'cache-control': `public, max-age=${seconds}${seconds === YEAR_SECONDS ? ', immutable' : ''}`,
      expires: new Date(clock.now() + seconds * 1000).toUTCString(),
    },
    body: png,
  };
}
