import { expect, test } from 'vitest';
import { requiredSinceAfter, setupDueOf } from './requirement.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

function realm(settings: Record<string, unknown>) {
  return { settings, name: 'Acme', org_type: 0, subdomain: '' };
}

function user(role: number, joined = 0, botType: number | null = null) {
  return { role, bot_type: botType, date_joined: new Date(joined) };
}

const since = { second_steps_required_since: START, second_step_setup_days: 3 };

test.each([
  ['nobody', user(100), undefined],
  ['administrators', user(100), START + 3 * DAY],
  ['administrators', user(200), START + 3 * DAY],
  ['administrators', user(300), undefined],
  ['administrators', user(200, 0, 1), undefined],
  ['everyone', user(600), START + 3 * DAY],
  ['everyone', user(400, START + DAY), START + 4 * DAY],
  ['everyone', user(400, 0, 1), undefined],
] as const)('a second step of %s is due for a user %o at %s', (group, one, due) => {
  expect(setupDueOf(realm({ ...since, second_steps_required_of: group }), one)).toBe(due);
});

test.each([
  ['nobody', 'administrators', 7],
  ['administrators', 'everyone', 7],
  ['everyone', 'administrators', START],
  ['everyone', 'everyone', START],
  ['everyone', 'nobody', undefined],
] as const)('after %s, a requirement of %s is as old as %s', (before, after, expected) => {
  const next = { second_steps_required_of: after };
  expect(requiredSinceAfter(realm({ ...since, second_steps_required_of: before }), next, 7)).toBe(expected);
});
