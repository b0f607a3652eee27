import { expect, test } from 'vitest';
import { isMadeSmaller, smallerPicture } from './smaller-picture.ts';

test.each([
  ['a photograph on a slow network', 'image/jpeg', 900_000, { effectiveType: '3g' }, true],
  [
    'a photograph of a user who saves data',
    'image/jpeg',
    900_000,
    { saveData: true, effectiveType: '4g' },
    true,
  ],
  ['a photograph on a fast network', 'image/jpeg', 900_000, { effectiveType: '4g' }, false],
  ['a photograph on an unknown network', 'image/jpeg', 900_000, undefined, false],
  ['a small photograph', 'image/jpeg', 90_000, { effectiveType: '3g' }, false],
  ['a screenshot', 'image/png', 900_000, { effectiveType: '3g' }, false],
])('%s is made smaller or not', (_, type, size, network, expected) => {
  expect(isMadeSmaller({ type, size }, network)).toBe(expected);
});

test('a large photograph fits the screen of a phone on a slow network', async () => {
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' }, configurable: true });
  const canvas = new OffscreenCanvas(3000, 2000);
  const context = canvas.getContext('2d');
  for (let n = 0; n < 4000; n += 1) {
    if (context !== null) context.fillStyle = `hsl(${(n * 37) % 360} 80% 50%)`;
    context?.fillRect((n * 131) % 3000, (n * 89) % 2000, 60, 40);
  }
  const photograph = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
  const smaller = await smallerPicture(photograph);
  const { width, height } = await createImageBitmap(smaller);
  expect([width, height, smaller.type]).toEqual([1600, 1067, 'image/jpeg']);
  expect(smaller.size).toBeLessThan(photograph.size);
});
