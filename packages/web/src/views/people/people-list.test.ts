import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { membersOf } from '../../data/derived/groups.ts';
import { directoryPeople, personFilter } from './people-list.ts';

type User = NonNullable<State['realm_users']>[number];
type Group = NonNullable<State['realm_user_groups']>[number];

function user(id: number, name: string, more: Partial<User> = {}): User {
  return {
    user_id: id,
    delivery_email: null,
    email: `${id}@example.com`,
    full_name: name,
    date_joined: '2026-01-01T00:00+00:00',
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    role: 400,
    timezone: '',
    avatar_version: 1,
    is_imported_stub: false,
    ...more,
  };
}

function group(id: number, name: string, members: number[], inside: number[] = []): Group {
  const nobody = { direct_members: [], direct_subgroups: [] };
  return {
    id,
    name,
    description: '',
    members,
    direct_subgroup_ids: inside,
    creator_id: null,
    date_created: null,
    is_system_group: false,
    deactivated: false,
    can_add_members_group: nobody,
    can_join_group: nobody,
    can_leave_group: nobody,
    can_manage_group: nobody,
    can_mention_group: nobody,
    can_remove_members_group: nobody,
  };
}

const state = {
  realm_users: [
    user(1, 'Élodie Berg'),
    user(2, 'Bram Okafor', { profile_data: { 4: { value: 'motors, welding' } } }),
    user(3, 'Clerk', { is_bot: true, bot_type: 1 }),
  ],
  realm_user_groups: [group(7, 'mechanics', [2], [8]), group(8, 'guests', [1, 2], [7])],
};

test('people are sorted by name, and bots stand apart', () => {
  const { people, bots } = directoryPeople(state);
  expect(people.map(({ name }) => name)).toEqual(['Bram Okafor', 'Élodie Berg']);
  expect(bots.map(({ name }) => name)).toEqual(['Clerk']);
});

test('the filter looks at names, roles, groups and profiles, without accents', () => {
  const found = (query: string): string[] =>
    directoryPeople(state)
      .people.filter(personFilter(query))
      .map(({ name }) => name);
  expect(found('elo')).toEqual(['Élodie Berg']);
  expect(found('okaf bram')).toEqual(['Bram Okafor']);
  expect(found('weld')).toEqual(['Bram Okafor']);
  expect(found('mechan')).toEqual(['Bram Okafor']);
  expect(found('member').length).toBe(2);
  expect(found('kafor')).toEqual([]);
});

test('members of a group include those of groups inside it, also in a circle', () => {
  expect(membersOf(state, 7)).toEqual([2, 1]);
});
