import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { firstSteps, type FirstFacts } from './first-steps.ts';
import { isNewcomer } from './newcomer.ts';

const OWNER: FirstFacts = {
  isOwner: true,
  hasPicture: false,
  people: 1,
  hasWritten: false,
  mayNotify: false,
};
const MEMBER: FirstFacts = { ...OWNER, isOwner: false, people: 2 };

function shown(facts: FirstFacts): string {
  return firstSteps(facts)
    .map(({ id, isDone }) => (isDone ? `✓${id}` : id))
    .join(' ');
}

test.each([
  ['a new owner has four steps', OWNER, 'picture invite topic notifications'],
  ['a second user does the step of inviting', { ...OWNER, people: 2 }, 'picture ✓invite topic notifications'],
  [
    'a list that is done goes away',
    { ...OWNER, hasPicture: true, people: 2, hasWritten: true, mayNotify: true },
    '',
  ],
  ['a new member has three steps, one of them done', MEMBER, '✓join hello picture'],
  ['a member who has written has none', { ...MEMBER, hasWritten: true }, ''],
])('%s', (_, facts, expected) => {
  expect(shown(facts)).toBe(expected);
});

const BEGUN = Date.parse('2026-03-01T10:00:00Z');
const DAY_MS = 86_400_000;

test.each([
  ['an organization is new for two weeks', true, 13, true],
  ['an organization of two weeks is not new', true, 14, false],
  ['an account is new for a week', false, 6, true],
  ['an account of a week is not new', false, 7, false],
  ['an account of the future is not new', false, -1, false],
])('%s', (_, isOwner, days, expected) => {
  const self = { user_id: 7, date_joined: new Date(BEGUN).toISOString() };
  const state = { is_owner: isOwner, realm_date_created: BEGUN / 1000, realm_users: [self] };
  expect(isNewcomer(state as unknown as State, 7, BEGUN + days * DAY_MS)).toBe(expected);
});
