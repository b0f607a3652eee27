import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDrawings, type Drawings } from './drawings.ts';
import { identicon } from './identicon.ts';
import { encodePng } from './png.ts';

let drawings: Drawings;
beforeEach(() => {
  drawings = createDrawings();
});
afterEach(() => {
  drawings.close();
});

function nameOf(n: number): string {
  return n.toString(16).padStart(40, '0');
}

test('a drawing is made in a thread once and cached', async () => {
  const [first, second] = await Promise.all([drawings.draw(nameOf(7), 100), drawings.draw(nameOf(7), 100)]);
  expect(first.equals(encodePng(identicon(nameOf(7), 100)))).toBe(true);
  expect(second).toBe(first);
  expect(await drawings.draw(nameOf(7), 100)).toBe(first);
});

test('drawings beyond the waiting ones are refused', async () => {
  const all = await Promise.allSettled(Array.from({ length: 120 }, (_, n) => drawings.draw(nameOf(n), 100)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  expect(all.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
});
