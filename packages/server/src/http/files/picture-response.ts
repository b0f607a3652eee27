import { pathNotFound, type HttpResponse } from '../response.ts';
import type { World } from '../world.ts';

const YEAR_SECONDS = 31_536_000;

/** Serves a picture from the store. Its name changes with its content, so it may be cached forever. */
export async function pictureResponse({ files }: Pick<World, 'files'>, key: string): Promise<HttpResponse> {
  const found = await files.get(key);
  if (found === undefined) return pathNotFound();
  return {
    status: 200,
    headers: {
      'content-type': key.endsWith('.webp') ? 'image/webp' : 'image/png',
      'content-length': String(found.size),
      'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
    },
    body: found.content,
  };
}
