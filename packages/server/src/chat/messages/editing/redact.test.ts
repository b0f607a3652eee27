import { expect, test } from 'vitest';
import { portionsOf } from './redact.ts';

test('edits close to each other share a stretch of the log', () => {
  expect(portionsOf([10, 20, 900, 5_000])).toEqual([
    [
      { from: 10, to: 1_900 },
      { from: 5_000, to: 6_000 },
    ],
  ]);
  expect(portionsOf([])).toEqual([]);
});

test.each([1, 400, 2_000])(
  'thousands of edits, %d positions apart, are portions without a gap',
  (distance) => {
    const positions = Array.from({ length: 5_000 }, (_, n) => 1 + n * distance);
    const portions = portionsOf(positions);
    const stretches = portions.flat();
    for (const portion of portions)
      expect(portion.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBeLessThanOrEqual(50_000);
    for (const [n, { from }] of stretches.entries()) expect(from).toBeGreaterThan(stretches[n - 1]?.to ?? 0);
    let at = 0;
    for (const position of positions)
      for (const end of [position, position + 1_000]) {
        while ((stretches[at]?.to ?? Infinity) < position) at += 1;
        expect(stretches.slice(at, at + 3).some(({ from, to }) => from <= end && end <= to)).toBe(true);
      }
  },
);
