import { expect, test } from 'vitest';
import { policyAfterMove } from './moved-policy.ts';

const [NONE, MUTED, UNMUTED, FOLLOWED] = [0, 1, 2, 3];

test.each([
  [NONE, NONE, NONE],
  [MUTED, NONE, NONE],
  [NONE, MUTED, NONE],
  [MUTED, MUTED, MUTED],
  [MUTED, UNMUTED, UNMUTED],
  [UNMUTED, NONE, UNMUTED],
  [UNMUTED, FOLLOWED, FOLLOWED],
  [FOLLOWED, MUTED, FOLLOWED],
])('%i into %i makes %i where there were messages', (source, target, expected) => {
  expect(policyAfterMove(source, target, true)).toBe(expected);
});

test.each([
  [NONE, NONE, NONE],
  [MUTED, NONE, MUTED],
  [MUTED, FOLLOWED, MUTED],
  [FOLLOWED, MUTED, FOLLOWED],
  [NONE, MUTED, MUTED],
])('%i into %i makes %i where there was nothing', (source, target, expected) => {
  expect(policyAfterMove(source, target, false)).toBe(expected);
});
