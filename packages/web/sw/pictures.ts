/** Made by the page of a user whose own device it is, and deleted with everything else at the log-out. */
const CACHE = 'parley-pictures';
const PLACES = /^\/(?:user_uploads|user_avatars)\//;
/** All pictures together, and one of them: about those of the last conversations. */
const MAX_BYTES = 20_000_000;
const MAX_PICTURE_BYTES = 2_000_000;
const SIZE = 'x-size';

/** Lets the worker keep pictures from now on. */
export async function allowPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.open(CACHE);
}

/** Whether the request is for a picture of the organization, and not for a file to store. */
export function isPicture({ url, destination }: Pick<Request, 'url' | 'destination'>): boolean {
  return destination === 'image' && PLACES.test(new URL(url).pathname);
}

/** A picture from the server; the kept one without a network. The server answers whenever it can: it knows the rights. */
export async function picture(
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
  fetchIt: (request: Request) => Promise<Response> = fetch,
): Promise<Response> {
  try {
    const response = await fetchIt(request);
    if (response.status === 200) waitUntil(keep(request.url, response.clone()));
    else if (!response.ok && response.type === 'basic') waitUntil(drop(request.url));
    return response;
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: CACHE, ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Keeps the picture as the newest one, and lets the oldest go. */
async function keep(url: string, response: Response): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  const content = await response.blob();
  if (content.size > MAX_PICTURE_BYTES) return;
  const cache = await caches.open(CACHE);
  const headers = { 'content-type': content.type, [SIZE]: String(content.size) };
  // Keys are in the order of their writing.
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, new Response(content, { headers }));
  await shrink(cache);
}

async function drop(url: string): Promise<void> {
  if (await caches.has(CACHE)) await (await caches.open(CACHE)).delete(url, { ignoreVary: true });
}

async function shrink(cache: Cache): Promise<void> {
  const newestFirst = (await cache.keys()).toReversed();
  let sum = 0;
  for (const request of newestFirst) {
    sum += Number((await cache.match(request))?.headers.get(SIZE) ?? 0);
    if (sum > MAX_BYTES) await cache.delete(request);
  }
}
