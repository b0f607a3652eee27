import type { IncomingHttpHeaders } from 'node:http';

/** Types that browsers play without running scripts. */
const STREAM_TYPES: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
]);

/** Types that claim to be pictures but contain markup. */
const MARKUP = ['svg', 'xml'];

/** The kind of medium that a response claims to be; undefined if it may not be passed on. */
export function externalKindOf(
  headers: IncomingHttpHeaders,
): 'picture' | { readonly type: string } | undefined {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const name = type.trim();
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return undefined;
  if (STREAM_TYPES.has(name)) return { type: name };
  return name.startsWith('image/') && !MARKUP.some((part) => name.includes(part)) ? 'picture' : undefined;
}

/** First bytes of the pictures that browsers show. */
const SIGNATURES: readonly { readonly type: string; readonly at: number; readonly bytes: string }[] = [
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/gif', at: 0, bytes: 'GIF8' },
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/avif', at: 4, bytes: 'ftypavis' },
  { type: 'image/bmp', at: 0, bytes: 'BM' },
  { type: 'image/x-icon', at: 0, bytes: '\x00\x00\x01\x00' },
];

export function pictureTypeOf(content: Buffer): string | undefined {
  return SIGNATURES.find(
    ({ at, bytes }) => content.subarray(at, at + bytes.length).toString('latin1') === bytes,
  )?.type;
}
