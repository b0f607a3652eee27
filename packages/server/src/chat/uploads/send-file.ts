import type { Answer } from '../../http/answer.ts';
import type { Range } from '../../engine/files/file-store.ts';
import type { World } from '../../http/world.ts';
import { noSuchFile } from './access.ts';

/** What is sent, and how it is described. */
export type Sendable = {
  readonly key: string;
  readonly size: number | undefined;
  readonly contentType: string;
  /** The name under which it is saved. */
  readonly name: string;
  readonly wantsDownload: boolean;
};

/** What a browser may show by itself: it runs nothing. Everything else is saved. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/.*|video\/.*|text\/plain)$/;
/** What a browser could take for a program of ours is sent as a heap of bytes. */
const PROGRAM = /xml|svg|html|javascript|ecmascript|wasm|flash/;

/** Even what is shown stands alone: no scripts, no forms, no origin of ours. */
const ALONE =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
const CACHE_SECONDS = 3600;

export async function sendFile(
  { files }: Pick<World, 'files'>,
  file: Sendable,
  wanted: string | undefined,
): Promise<Answer> {
  const range = file.size === undefined ? undefined : rangeOf(wanted, file.size);
  if (range === 'outside')
    return { status: 416, headers: { 'content-range': `bytes */${file.size}` }, body: '' };
  const found = await files.get(file.key, range);
  if (found === undefined) throw noSuchFile();
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...describe(file),
      'content-length': String(found.size),
      'accept-ranges': file.size === undefined ? 'none' : 'bytes',
      ...(range === undefined ? {} : { 'content-range': `bytes ${range.from}-${range.to}/${file.size}` }),
    },
    body: found.content,
  };
}

function describe({ contentType, name, wantsDownload }: Sendable): Record<string, string> {
  const isShown = SHOWN.test(contentType) && !wantsDownload;
  return {
    'content-type': PROGRAM.test(contentType)
      ? 'application/octet-stream'
      : contentType === 'text/plain'
        ? 'text/plain; charset=utf-8'
        : contentType,
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${named(name)}`,
    'content-security-policy': ALONE,
    'cross-origin-resource-policy': 'same-site',
    'cache-control': `private, immutable, max-age=${CACHE_SECONDS}`,
    expires: '',
    vary: 'Authorization',
  };
}

/** Once for programs that know only ASCII, once as it is. */
function named(name: string): string {
  return `filename="${name.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

/** One part of a file, if one is asked for; anything else means the whole. */
export function rangeOf(wanted: string | undefined, size: number): Range | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(wanted ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  return from > to ? 'outside' : { from, to };
}
