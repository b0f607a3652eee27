import type { HttpResponse } from '../../http/response.ts';
import type { ByteRange } from '../../engine/files/file-store.ts';
import type { World } from '../../http/world.ts';
import { noSuchFile } from './access.ts';

/** A stored object and its response headers. */
export type Sendable = {
  readonly key: string;
  readonly size: number | undefined;
  readonly contentType: string;
  /** File name for downloads. */
  readonly name: string;
  readonly wantsDownload: boolean;
};

/** Content types that a browser may display inline, because they cannot run scripts. Others are downloaded. */
const INLINE_TYPES = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/.*|video\/.*|text\/plain)$/;
/** Content types that could run scripts on our origin are sent as application/octet-stream. */
const SCRIPTABLE_TYPES = /xml|svg|html|javascript|ecmascript|wasm|flash/;

/** Sandboxes inline files: no scripts, no forms, no origin. */
const SANDBOX_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
const CACHE_SECONDS = 3600;

export async function sendFile(
  { files }: Pick<World, 'files'>,
  file: Sendable,
  rangeHeader: string | undefined,
): Promise<HttpResponse> {
  const range = file.size === undefined ? undefined : rangeOf(rangeHeader, file.size);
  if (range === 'outside')
    return { status: 416, headers: { 'content-range': `bytes */${file.size}` }, body: '' };
  const found = await files.get(file.key, range);
  if (found === undefined) throw noSuchFile();
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...fileHeaders(file),
      'content-length': String(found.size),
      'accept-ranges': file.size === undefined ? 'none' : 'bytes',
      ...(range === undefined ? {} : { 'content-range': `bytes ${range.from}-${range.to}/${file.size}` }),
    },
    body: found.content,
  };
}

function fileHeaders({ contentType, name, wantsDownload }: Sendable): Record<string, string> {
  const isInline = INLINE_TYPES.test(contentType) && !wantsDownload;
  return {
    'content-type': SCRIPTABLE_TYPES.test(contentType)
      ? 'application/octet-stream'
      : contentType === 'text/plain'
        ? 'text/plain; charset=utf-8'
        : contentType,
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; ${fileNameParameters(name)}`,
    'content-security-policy': SANDBOX_POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': `private, immutable, max-age=${CACHE_SECONDS}`,
    expires: '',
    vary: 'Authorization, Cookie, Sec-Fetch-Site',
  };
}

/** The file name as ASCII for older clients, and in full. */
function fileNameParameters(name: string): string {
  return `filename="${name.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

/** Parses a Range header with one range; other headers are ignored. */
export function rangeOf(rangeHeader: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(rangeHeader ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  return from > to ? 'outside' : { from, to };
}
