import { createHash } from 'node:crypto';
import { open, readFile, type FileHandle } from 'node:fs/promises';

/** Passwords that attackers try first, because they were stolen elsewhere. */
export type KnownPasswords = { has(password: string): Promise<boolean> };

/** A Bloom filter of 488,130 passwords; `npm run passwords:filter` makes it. It knows one in 4,000 others as well. */
const FILTER = new URL('../../../known-passwords.bin', import.meta.url);
export const FILTER_BYTES = 2 ** 20;
const FILTER_HASHES = 12;

/** The filter, and the list of the operator if there is one. */
export function createKnownPasswords(list: string | undefined): KnownPasswords {
  let filter: Promise<Buffer> | undefined;
  return {
    has: async (password) => {
      filter ??= readFile(FILTER);
      const bits = await filter;
      const spellings = [...new Set([password, password.toLowerCase()])];
      if (spellings.some((spelling) => isInFilter(bits, spelling))) return true;
      return list !== undefined && isInList(list, password);
    },
  };
}

export function isInFilter(bits: Buffer, password: string): boolean {
  return bitsOf(password).every((bit) => ((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

export function addToFilter(bits: Buffer, password: string): void {
  for (const bit of bitsOf(password)) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
}

function bitsOf(password: string): number[] {
  const hash = createHash('sha512').update(password).digest();
  return Array.from({ length: FILTER_HASHES }, (_, n) => hash.readUInt32BE(4 * n) & (8 * FILTER_BYTES - 1));
}

/** Hexadecimal digits of SHA-1. */
const HASH_LENGTH = 40;
/** More than a line has: hash, colon, count and end. */
const LINE_BYTES = 80;

/** Whether a file with a SHA-1 hash at the beginning of each line, in ascending order, has the hash of a password. */
export async function isInList(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  const file = await open(path);
  try {
    let [from, to] = [0, (await file.stat()).size];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const { hash, start } = await lineAfter(file, middle);
      if (hash === wanted) return true;
      if (hash === undefined || hash > wanted) to = middle;
      else from = start + HASH_LENGTH;
    }
    return false;
  } finally {
    await file.close();
  }
}

type Line = { readonly hash: string | undefined; readonly start: number };

/** The first line that begins at a position or after it. */
export async function lineAfter(file: FileHandle, position: number): Promise<Line> {
  const from = Math.max(0, position - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LINE_BYTES), 0, 2 * LINE_BYTES, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const skipped = position === 0 ? 0 : text.indexOf('\n') + 1;
  const hash = text.slice(skipped, skipped + HASH_LENGTH);
  const isNone = (position > 0 && skipped === 0) || hash.length < HASH_LENGTH;
  return { hash: isNone ? undefined : hash.toUpperCase(), start: from + skipped };
}
