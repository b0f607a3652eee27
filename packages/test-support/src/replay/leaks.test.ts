import type { State } from '@parley/client/state.ts';
import type { EventPayload } from '@parley/contract/events.ts';
import { expect, test } from 'vitest';
import type { TestUser } from '../harness.ts';
import { differences } from './differences.ts';
import { leaks } from './leaks.ts';

const ada = { id: 1, email: 'ada@example.com' } as TestUser;
const grace = { id: 2, email: 'grace@example.com' } as TestUser;

function user(id: number, delivery_email: string | null) {
  return { user_id: id, delivery_email };
}

function stateOf(parts: object): State {
  return parts as State;
}

const secrets = {
  addresses: new Map([
    [1, 'ada@example.com'],
    [2, 'grace@example.com'],
  ]),
  keys: new Set(['key of Ada']),
  texts: new Map([['a secret of Ada', ada]]),
};

/** Grace sees herself, and Ada without her address; she looks after bot 7. */
const seen = stateOf({
  realm_users: [user(1, null), user(2, 'grace@example.com')],
  realm_non_active_users: [],
  realm_bots: [{ user_id: 7 }],
  is_admin: false,
});

function leaksOf(event: EventPayload, after = seen): string[] {
  return leaks({ id: 1, ...event }, grace, seen, after, secrets);
}

test('an event may tell what registration shows', () => {
  expect(leaksOf({ type: 'realm_user', op: 'update', person: { user_id: 1, delivery_email: null } })).toEqual(
    [],
  );
  expect(
    leaksOf({ type: 'realm_user', op: 'update', person: { user_id: 2, new_email: 'grace@example.com' } }),
  ).toEqual([]);
  expect(leaksOf({ type: 'realm_bot', op: 'delete', bot: { user_id: 7 } })).toEqual([]);
});

test.each<[string, EventPayload]>([
  [
    'an address that registration hides',
    { type: 'realm_user', op: 'update', person: { user_id: 1, delivery_email: 'ada@example.com' } },
  ],
  [
    'a user whom the reader does not see',
    { type: 'realm_user', op: 'update', person: { user_id: 9, role: 400 } },
  ],
  ['a bot of somebody else', { type: 'realm_bot', op: 'delete', bot: { user_id: 8 } }],
  ['a key', { type: 'realm', op: 'update', property: 'name', value: 'key of Ada' }],
  ['a text of somebody else', { type: 'realm', op: 'update', property: 'name', value: 'a secret of Ada' }],
  ['exports, to who is no administrator', { type: 'realm_export', exports: [] }],
  ['a consent, to who is no administrator', { type: 'realm_export_consent', user_id: 1, consented: true }],
])('an event must not tell %s', (_, event) => {
  expect(leaksOf(event)).toHaveLength(1);
});

test('every difference is told with its place; the order of users and the second of drafts do not count', () => {
  const registered = stateOf({ realm_users: [user(1, null), user(2, null)], drafts: [], max: 1 });
  expect(
    differences(stateOf({ realm_users: [user(2, null), user(1, null)], drafts: [], max: 1 }), registered),
  ).toEqual([]);
  expect(differences(stateOf({ realm_users: [user(1, 'a@b')], more: 1, max: 1 }), registered)).toEqual([
    'realm_users.1.delivery_email: "a@b" by events, null by registration',
    'realm_users.2: {"user_id":2,"delivery_email":null} by registration only',
    'more: 1 by events only',
    'drafts: [] by registration only',
  ]);
});
