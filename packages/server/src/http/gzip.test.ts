import { crc32, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { seeded } from '@parley/test-support/seeded.ts';
import { combineCrc, shiftBy } from './crc32.ts';
import { gzipOf } from './gzip.ts';
import { bytesOf, type Piece } from '../engine/json-pieces.ts';

function anyPieces(seed: number): Piece[] {
  const random = seeded(seed);
  return Array.from({ length: random.below(12) }, () => {
    const text = Array.from({ length: random.below(4_000) }, () =>
      random.pick(['a', 'é', '{"id":', '😀']),
    ).join('');
    return random.chance(0.5) ? text : Buffer.from(text);
  });
}

const SEEDS = Array.from({ length: 20 }, (_, n) => n);

test.each(SEEDS)('separately compressed pieces decompress as one (%d)', async (seed) => {
  const pieces = anyPieces(seed);
  const whole = pieces.map((piece) => piece.toString()).join('');
  expect(gunzipSync(Buffer.concat(await gzipOf(pieces))).toString()).toBe(whole);
  // The second time, shared pieces come from the cache.
  expect(gunzipSync(Buffer.concat(await gzipOf(pieces))).toString()).toBe(whole);
  expect(Buffer.concat(bytesOf(pieces)).toString()).toBe(whole);
});

test('shared bytes are not copied', () => {
  const shared = Buffer.alloc(100);
  const bytes = bytesOf(['a', 'b', shared, 'c', shared]);
  expect(bytes).toHaveLength(4);
  expect([bytes[1], bytes[3]]).toEqual([shared, shared]);
  expect(bytes[1]).toBe(shared);
});

test.each([0, 1, 7, 4_096, 1_000_003])(
  'the CRC of a concatenation follows from the CRCs of its parts (%d bytes)',
  (length) => {
    const first = Buffer.from('something first');
    const second = Buffer.alloc(length, 'x');
    expect(combineCrc(crc32(first), crc32(second), shiftBy(length))).toBe(
      crc32(Buffer.concat([first, second])),
    );
  },
);
