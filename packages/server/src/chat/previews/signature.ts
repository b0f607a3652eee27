import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sealer } from '../../engine/secrets/seal.ts';

/** Where media of other sites are served, so that readers do not connect to these sites. */
export const EXTERNAL_CONTENT = '/external_content';

/** Characters of a URL; its signed address still fits into a request line. */
const MAX_URL_CHARACTERS = 2_048;

/** The signed address of a medium; undefined if its URL is too long. */
export function externalContentPath(sealer: Sealer, url: string): string | undefined {
  if (url.length > MAX_URL_CHARACTERS) return undefined;
  const bytes = Buffer.from(url, 'utf8');
  return `${EXTERNAL_CONTENT}/${digestOf(sealer, bytes).toString('hex')}/${bytes.toString('hex')}`;
}

/** The signed addresses of media, by URL. */
export function externalContentPaths(sealer: Sealer, urls: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    urls.flatMap((url) => {
      const signed = externalContentPath(sealer, url);
      return signed === undefined ? [] : [[url, signed] as const];
    }),
  );
}

/** The URL that an address was made for; undefined if this server has not signed it. */
export function readExternalContentPath(sealer: Sealer, digest: string, hex: string): string | undefined {
  if (!isHex(hex) || !isHex(digest) || hex.length > 8 * MAX_URL_CHARACTERS) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  const given = Buffer.from(digest, 'hex');
  const expected = digestOf(sealer, bytes);
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? bytes.toString('utf8')
    : undefined;
}

function digestOf(sealer: Sealer, bytes: Buffer): Buffer {
  return createHmac('sha256', sealer.fingerprint('external content', '')).update(bytes).digest();
}

function isHex(text: string): boolean {
  return text.length % 2 === 0 && /^[0-9a-f]+$/.test(text);
}
