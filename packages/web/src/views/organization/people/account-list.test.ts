import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { givableRoles } from '../../../screen/givable-roles.ts';
import { accountsOf, findAccounts } from './account-list.ts';

const user = (id: number, name: string, more: object = {}) => ({
  user_id: id,
  full_name: name,
  is_bot: false,
  role: 400,
  delivery_email: `${name.toLowerCase()}@example.org`,
  ...more,
});
const state = {
  realm_users: [
    user(3, 'Zoë', { role: 600 }),
    user(1, 'Anna', { role: 100 }),
    user(4, 'Weather', { is_bot: true }),
  ],
  realm_non_active_users: [user(2, 'Bram', { delivery_email: null })],
} as unknown as Pick<State, 'realm_users' | 'realm_non_active_users'>;

test('accounts are people by name, with guests and deactivated ones apart', () => {
  const { active, guests, deactivated } = accountsOf(state);
  expect(active.map(({ name }) => name)).toEqual(['Anna', 'Zoë']);
  expect(guests.map(({ name }) => name)).toEqual(['Zoë']);
  expect(deactivated).toEqual([{ userId: 2, name: 'Bram', email: undefined, role: 400, isActive: false }]);
});

test.each([
  ['zoe', ['Zoë']],
  ['ANNA@', ['Anna']],
  ['  ', ['Anna', 'Zoë']],
  ['nobody', []],
])('an account is found by a part of its name or address: %s', (typed, names) => {
  expect(findAccounts(accountsOf(state).active, typed).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['an owner gives every role', 100, 400, [100, 200, 300, 400, 600]],
  ['an administrator makes no owners', 200, 400, [200, 300, 400, 600]],
  ['an administrator changes no owner', 200, 100, []],
  ['a moderator changes nobody', 300, 600, []],
])('%s', (_, reader, account, expected) => {
  expect(givableRoles({ role: reader }, { role: account })).toEqual(expected);
});
