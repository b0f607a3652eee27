import { expect, test } from 'vitest';
import { nearestWithin, pagesOf, type Weights } from './weight.ts';

const IDS = [1, 2, 3, 4, 5];

function weightsOf(...bytes: readonly number[]): Weights {
  return new Map(bytes.map((weight, index) => [index + 1, weight]));
}

test.each([
  ['by their number', weightsOf(1, 1, 1, 1, 1), [[1, 2], [3, 4], [5]]],
  ['by their bytes', weightsOf(6, 6, 4, 6, 6), [[1], [2, 3], [4], [5]]],
  ['with a larger message alone', weightsOf(1, 99, 1, 1, 1), [[1], [2], [3, 4], [5]]],
  ['without a message that is gone', weightsOf(), [[1, 2], [3, 4], [5]]],
])('pages are filled %s', (_what, weights, pages) => {
  expect(pagesOf(IDS, weights, { messages: 2, bytes: 10 })).toEqual(pages);
});

test.each([
  ['all of a light range', weightsOf(1, 1, 1, 1, 1), 2, [0, 5]],
  ['the newest ones before an anchor at the end', weightsOf(4, 4, 4, 4, 4), 5, [3, 5]],
  ['the oldest ones after an anchor at the start', weightsOf(4, 4, 4, 4, 4), 0, [0, 2]],
  ['both sides of an anchor', weightsOf(3, 3, 3, 3, 3), 2, [1, 4]],
  ['one side up to a heavy message', weightsOf(1, 1, 99, 1, 1), 3, [3, 5]],
  ['one heavy message', weightsOf(1, 1, 99, 1, 1), 2, [2, 3]],
])('a range keeps %s', (_what, weights, index, part) => {
  expect(nearestWithin(IDS, index, weights, 10)).toEqual(part);
});
