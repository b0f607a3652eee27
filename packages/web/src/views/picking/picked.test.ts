import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { findPickable, pickedUserIds, pickFromList } from './picked.ts';

function user(user_id: number, full_name: string): object {
  return { user_id, full_name, email: `user${user_id}@example.org`, delivery_email: null };
}

const state = {
  realm_users: [user(1, 'Iris Lindqvist'), user(2, 'Bram Okafor'), user(3, 'Mechthild Meyer')],
  realm_user_groups: [
    { id: 10, name: 'mechanics', members: [2], direct_subgroup_ids: [11], is_system_group: false },
    { id: 11, name: 'apprentices', members: [3, 99], direct_subgroup_ids: [10], is_system_group: false },
  ],
  subscriptions: [{ stream_id: 5, name: 'mechanical', is_archived: false }],
} as unknown as State;

test('people come before groups and channels of the same quality', () => {
  expect(findPickable(state, 'mech', []).map(({ name }) => name)).toEqual([
    'Mechthild Meyer',
    'mechanics',
    'mechanical',
  ]);
});

test('picked ones are left out, and # asks for channels alone', () => {
  expect(findPickable(state, 'mech', pickFromList(state, ['mechanics']))).toHaveLength(2);
  expect(findPickable(state, '#mech', []).map(({ kind }) => kind)).toEqual(['channel']);
});

test('a list finds people by address and name, groups, channels, and names what it does not find', () => {
  const parts = ['USER2@example.org', 'iris lindqvist', '@mechanics', '#mechanical', 'nobody@example.org'];
  expect(pickFromList(state, parts).map(({ kind }) => kind)).toEqual([
    'user',
    'user',
    'group',
    'channel',
    'unknown',
  ]);
});

test('people count once, and deactivated ones not at all', () => {
  const picked = pickFromList(state, ['mechanics', 'Bram Okafor', '#mechanical']);
  expect(pickedUserIds(state, picked, new Map([[5, [1, 2]]])).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});
