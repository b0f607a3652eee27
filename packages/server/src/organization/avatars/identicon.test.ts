import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { identicon } from './identicon.ts';
import { encodePng } from './png.ts';

const names = Array.from({ length: 200 }, (_, index) =>
  Array.from({ length: 40 }, (_, at) =>
    ((index * 7 + at * at * 13 + ((index * at) >> 2)) % 16).toString(16),
  ).join(''),
);

test('a name always has the same picture, and different names have different pictures', () => {
  const seen = new Set(names.map((name) => encodePng(identicon(name, 100)).toString('base64')));
  expect(seen.size).toBe(new Set(names).size);
  for (const name of names)
    expect(encodePng(identicon(name, 100)).equals(encodePng(identicon(name, 100)))).toBe(true);
});

test.each([100, 500])('a picture of %d pixels is symmetric and has an empty edge', (size) => {
  for (const name of names.slice(0, 10)) {
    const { pixels } = identicon(name, size);
    expect(pixels).toHaveLength(size * size);
    for (let y = 0; y < size; y += 1) {
      const line = pixels.subarray(y * size, (y + 1) * size);
      expect(line).toEqual(line.toReversed());
      expect([line[0], line[size - 1]]).toEqual([0, 0]);
    }
  }
});

test('every pixel refers to a valid colour of the palette', () => {
  for (const name of names) {
    const { pixels, palette } = identicon(name, 100);
    expect(Math.max(...pixels)).toBeLessThan(palette.length);
    for (const channel of palette.flat()) {
      expect(channel).toBeGreaterThanOrEqual(0);
      expect(channel).toBeLessThanOrEqual(255);
    }
  }
});

test('the encoded file is a PNG that contains the pixels', () => {
  const shown = identicon('0123456789abcdef0123456789abcdef01234567', 100);
  const file = encodePng(shown);
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([100, 100]);
  const at = file.indexOf('IDAT');
  const lines = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
  const pixels = Array.from({ length: 100 }, (_, y) => [...lines.subarray(y * 101 + 1, (y + 1) * 101)]);
  expect(pixels.flat()).toEqual([...shown.pixels]);
});
