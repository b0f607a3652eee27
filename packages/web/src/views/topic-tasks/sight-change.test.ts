import { expect, test } from 'vitest';
import { sightChange } from './sight-change.ts';

const open = { isPrivate: false, isWebPublic: false, members: [1, 2, 9] };
const closed = { isPrivate: true, isWebPublic: false, members: [2, 3] };
const web = { isPrivate: false, isWebPublic: true, members: [1] };
const GUESTS = new Set([9]);

test.each([
  ['open to private', open, closed, { losing: [1, 9], gaining: [], closes: true, opens: false }],
  ['private to open', closed, open, { losing: [], gaining: [1, 9], closes: false, opens: true }],
  [
    'open to open',
    open,
    { ...open, members: [1] },
    { losing: [9], gaining: [], closes: false, opens: false },
  ],
  ['open to web-public', open, web, { losing: [], gaining: [], closes: false, opens: false }],
])('a move from %s', (_name, from, to, change) => {
  expect(sightChange(from, to, GUESTS)).toEqual(change);
});
