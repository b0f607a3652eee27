import type { FetchEvent } from './scope.ts';

/** Content that another app shared with the installed client. */
export type SharedContent = { readonly text: string; readonly files: readonly File[] };

/** Kept until the page takes it; deleted with everything else of the user at the log-out. */
const CACHE = 'parley-shared';
const TEXT = '/shared/text';
const NAME_HEADER = 'x-name';
/** Address that lets the page take it. */
export const SHARED_ADDRESS = '#share';
/** Files of one message. */
const MAX_FILES = 20;

/** Keeps what a phone has sent, for the page to which it is led. */
export async function keepShared({ request }: FetchEvent): Promise<Response> {
  const form = await request.formData();
  const cache = await openEmpty();
  const texts = ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((text) => typeof text === 'string');
  await cache.put(TEXT, new Response(distinctLines(texts)));
  const files = form.getAll('files').filter((file) => file instanceof File);
  for (const [n, file] of files.slice(0, MAX_FILES).entries())
    await cache.put(`/shared/${n}`, new Response(file, { headers: headersOf(file) }));
  return Response.redirect(`/${SHARED_ADDRESS}`, 303);
}

/** Takes what is kept, once; undefined if there is nothing. */
export async function takeShared(): Promise<SharedContent | undefined> {
  const cache = await caches.open(CACHE);
  const text = await cache.match(TEXT);
  if (text === undefined) return undefined;
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const name = response?.headers.get(NAME_HEADER);
    if (response === undefined || name === null || name === undefined) continue;
    const content = await response.blob();
    files.push(new File([content], decodeURIComponent(name), { type: content.type }));
  }
  const taken = { text: await text.text(), files };
  await caches.delete(CACHE);
  return taken;
}

async function openEmpty(): Promise<Cache> {
  await caches.delete(CACHE);
  return caches.open(CACHE);
}

function headersOf({ name, type }: File): HeadersInit {
  return { [NAME_HEADER]: encodeURIComponent(name), 'content-type': type };
}

/** Apps repeat the address in the text, and the text in the title. */
function distinctLines(texts: readonly string[]): string {
  const lines = texts.map((text) => text.trim()).filter((text) => text !== '');
  return lines
    .filter((line, n) => !lines.some((other, m) => other.includes(line) && (other !== line || m < n)))
    .join('\n');
}
