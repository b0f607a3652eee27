import { expect, test } from 'vitest';
import { rangesOf } from './ranges.ts';

test.each([
  [[], '{}'],
  [[7], '{[7,8)}'],
  [[3, 1, 2], '{[1,4)}'],
  [[1, 1, 5, 6, 9], '{[1,2),[5,7),[9,10)}'],
])('%j is %s', (numbers, expected) => {
  expect(rangesOf(numbers)).toBe(expected);
});
