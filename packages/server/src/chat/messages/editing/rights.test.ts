import { expect, test } from 'vitest';
import {
  canEdit,
  canMove,
  canResolve,
  isInTime,
  movingLimit,
  strictest,
  type MovingFacts,
} from './rights.ts';

const mine = { isEnabled: true, isSender: true, ageSeconds: 0, limitSeconds: 600 };

test.each([
  ['their own', {}, true],
  ['their own, where editing is off', { isEnabled: false }, false],
  ['that of others', { isSender: false }, false],
  ['that of others, without a limit', { isSender: false, limitSeconds: null }, false],
  ['their own at the end of the grace', { ageSeconds: 620 }, true],
  ['their own behind it', { ageSeconds: 621 }, false],
  ['their own, however old without a limit', { ageSeconds: 1e9, limitSeconds: null }, true],
])('the text that somebody may or may not change: %s', (_what, facts, expected) => {
  expect(canEdit({ ...mine, ...facts })).toBe(expected);
});

const nobody: MovingFacts = {
  isPermitted: false,
  isAdministrator: false,
  administersSource: false,
  isPermittedHere: false,
};

test.each([
  [{}, false, false],
  [{ isPermitted: true }, true, true],
  [{ isPermittedHere: true }, true, true],
  [{ isAdministrator: true }, true, false],
  [{ administersSource: true }, true, false],
])('with %j one may move: %s, and resolve: %s', (facts, moves, resolves) => {
  expect(canMove({ ...nobody, ...facts })).toBe(moves);
  expect(canResolve({ ...nobody, ...facts })).toBe(resolves);
});

test.each([
  [100, null],
  [300, null],
  [400, 60],
  [600, 60],
])('whoever has role %i moves what is younger than %s', (role, expected) => {
  expect(movingLimit({ role }, 60)).toBe(expected);
});

test('a time limit has a grace period', () => {
  expect([isInTime(80, 60), isInTime(81, 60), isInTime(1e9, null)]).toEqual([true, false, true]);
});

test('the strictest limit applies', () => {
  expect(strictest([null, null])).toBeNull();
  expect(strictest([null, 5, 3])).toBe(3);
  expect(strictest([])).toBeNull();
});
