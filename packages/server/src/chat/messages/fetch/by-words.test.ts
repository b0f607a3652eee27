import { expect, test } from 'vitest';
import { blocksOf } from './by-words.ts';

const BLOCK = 65_536;
const HEAD = 3 * BLOCK + 5;

test.each([
  ['older', Number.MAX_SAFE_INTEGER, 1, [3], 3 * BLOCK],
  ['older', 3 * BLOCK, 2, [1, 2], BLOCK],
  ['older', 3 * BLOCK + 1, 1, [3], 3 * BLOCK],
  ['older', BLOCK, 4, [0], 'end'],
  ['older', 0, 1, [], 'end'],
  ['newer', 0, 1, [0], BLOCK - 1],
  ['newer', BLOCK - 1, 2, [1, 2], 3 * BLOCK - 1],
  ['newer', BLOCK, 4, [1, 2, 3], 'end'],
  ['newer', HEAD + BLOCK, 1, [], 'end'],
] as const)('%s than %i, %i blocks', (direction, beyond, count, numbers, reach) => {
  expect(blocksOf({ direction, beyond }, HEAD, count)).toEqual({ numbers, reach });
});

test.each(['older', 'newer'] as const)('steps in the direction %s leave no gap', (direction) => {
  const seen: number[] = [];
  let beyond = direction === 'older' ? HEAD + 1 : 0;
  for (const count of [1, 1, 1, 1, 1, 1]) {
    const { numbers, reach } = blocksOf({ direction, beyond }, HEAD, count);
    seen.push(...numbers);
    if (typeof reach !== 'number') break;
    beyond = reach;
  }
  expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
});
