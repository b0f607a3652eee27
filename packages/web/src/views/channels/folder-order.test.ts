import { expect, test } from 'vitest';
import { movedFolders } from './folder-order.ts';

const folders = [
  { id: 7, order: 2, is_archived: false },
  { id: 5, order: 0, is_archived: false },
  { id: 6, order: 1, is_archived: true },
  { id: 8, order: 3, is_archived: false },
];

test.each([
  [7, -1, [7, 5, 8]],
  [7, 1, [5, 8, 7]],
  [5, -1, undefined],
  [8, 1, undefined],
] as const)('folder %i moves by %i', (id, step, order) => {
  expect(movedFolders(folders, id, step)).toEqual(order);
});
