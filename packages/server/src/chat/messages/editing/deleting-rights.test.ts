import { expect, test } from 'vitest';
import { canDelete, type DeletingFacts } from './deleting-rights.ts';

const fresh: DeletingFacts = {
  mayDeleteAny: false,
  mayDeleteOwn: true,
  isOwn: true,
  ageSeconds: 10,
  limitSeconds: 600,
};

test.each<[string, Partial<DeletingFacts>, boolean]>([
  ['one of their own', {}, true],
  ['one of their own at the last moment', { ageSeconds: 600 }, true],
  ['one of their own, a second too late', { ageSeconds: 601 }, false],
  ['one of their own, however late without a limit', { ageSeconds: 1e9, limitSeconds: null }, true],
  ['one of their own where nobody may', { mayDeleteOwn: false }, false],
  ['one of somebody else', { isOwn: false }, false],
  ['one of somebody else without a limit', { isOwn: false, limitSeconds: null }, false],
  ['any, also of others and late', { mayDeleteAny: true, isOwn: false, ageSeconds: 1e9 }, true],
  ['any, also where nobody may delete their own', { mayDeleteAny: true, mayDeleteOwn: false }, true],
])('somebody may or may not delete %s', (_what, facts, expected) => {
  expect(canDelete({ ...fresh, ...facts })).toBe(expected);
});
