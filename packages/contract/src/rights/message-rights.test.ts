import { expect, test } from 'vitest';
import {
  isInTime,
  movingLimit,
  refuseAge,
  refuseChannelMove,
  refuseDeletion,
  refuseEdit,
  refuseResolving,
  refuseTopicMove,
  strictest,
  type DeletingFacts,
  type MovingFacts,
} from './message-rights.ts';

const OTHERS = 'Only its sender may edit a message.';
const TOO_OLD = 'The message is too old to be edited.';
const mine = { isEnabled: true, isSender: true, ageSeconds: 0, limitSeconds: 600 };

test.each([
  ['their own', {}, undefined],
  [
    'their own, where editing is off',
    { isEnabled: false },
    'This organization does not allow editing messages.',
  ],
  ['that of others', { isSender: false }, OTHERS],
  ['that of others, without a limit', { isSender: false, limitSeconds: null }, OTHERS],
  ['their own at the end of the grace', { ageSeconds: 620 }, undefined],
  ['their own behind it', { ageSeconds: 621 }, TOO_OLD],
  ['their own, however old without a limit', { ageSeconds: 1e9, limitSeconds: null }, undefined],
])('the text that somebody may or may not change: %s', (_what, facts, reason) => {
  expect(refuseEdit({ ...mine, ...facts })?.reason).toBe(reason);
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
  expect(refuseTopicMove({ ...nobody, ...facts }) === undefined).toBe(moves);
  expect(refuseChannelMove({ ...nobody, ...facts }) === undefined).toBe(moves);
  expect(refuseResolving({ ...nobody, ...facts }) === undefined).toBe(resolves);
});

test('a refused move or resolution names the permission of the organization', () => {
  expect([
    refuseTopicMove(nobody)?.permission,
    refuseChannelMove(nobody)?.permission,
    refuseResolving(nobody)?.permission,
  ]).toEqual([
    'can_move_messages_between_topics_group',
    'can_move_messages_between_channels_group',
    'can_resolve_topics_group',
  ]);
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
  expect([refuseAge(80, [60, null]), refuseAge(81, [null, 60])?.reason]).toEqual([
    undefined,
    'The message is too old to be moved.',
  ]);
});

test('the strictest limit applies', () => {
  expect(strictest([null, null])).toBeNull();
  expect(strictest([null, 5, 3])).toBe(3);
  expect(strictest([])).toBeNull();
});

const fresh: DeletingFacts = {
  mayDeleteAny: false,
  mayDeleteOwn: true,
  isOwn: true,
  ageSeconds: 10,
  limitSeconds: 600,
};
const LATE = 'The message is too old to be deleted.';
const NOT_OWN = 'You may not delete messages of others here.';

test.each<[string, Partial<DeletingFacts>, string | undefined]>([
  ['one of their own', {}, undefined],
  ['one of their own at the last moment', { ageSeconds: 600 }, undefined],
  ['one of their own, a second too late', { ageSeconds: 601 }, LATE],
  ['one of their own, however late without a limit', { ageSeconds: 1e9, limitSeconds: null }, undefined],
  ['one of their own where nobody may', { mayDeleteOwn: false }, 'You may not delete your messages here.'],
  ['one of somebody else', { isOwn: false }, NOT_OWN],
  ['one of somebody else without a limit', { isOwn: false, limitSeconds: null }, NOT_OWN],
  ['any, also of others and late', { mayDeleteAny: true, isOwn: false, ageSeconds: 1e9 }, undefined],
  ['any, also where nobody may delete their own', { mayDeleteAny: true, mayDeleteOwn: false }, undefined],
])('somebody may or may not delete %s', (_what, facts, reason) => {
  expect(refuseDeletion({ ...fresh, ...facts })?.reason).toBe(reason);
});
