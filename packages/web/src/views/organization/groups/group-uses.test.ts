import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { exampleChannel, exampleState } from '../../../../test/components/examples.ts';
import { usesOf } from './group-uses.ts';

const CREW = 7;
const group = (id: number, name: string, parts: object = {}): object => ({
  id,
  name,
  description: '',
  members: [],
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
  can_manage_group: 101,
  ...parts,
});

function organization(parts: object = {}): State {
  return exampleState({ realm_user_groups: [group(CREW, 'night crew')], ...parts });
}

test('a group that no rule names has no uses', () => {
  expect(usesOf(organization(), CREW)).toEqual([]);
});

test('permissions of organization, channels and groups are uses, alone or among others', () => {
  const state = organization({
    realm_can_resolve_topics_group: CREW,
    realm_can_invite_users_group: { direct_members: [11], direct_subgroups: [CREW] },
    subscriptions: [exampleChannel(1, 'dome', { can_send_message_group: CREW })],
    never_subscribed: [exampleChannel(2, 'old', { can_send_message_group: CREW, is_archived: true })],
    realm_user_groups: [
      group(CREW, 'night crew', { can_manage_group: CREW }),
      group(8, 'everyone at night', { direct_subgroup_ids: [CREW], can_manage_group: CREW }),
      group(9, 'of the past', { direct_subgroup_ids: [CREW], deactivated: true }),
    ],
  });
  expect(
    usesOf(state, CREW).map((use) =>
      use.kind === 'permission'
        ? use.name
        : `${use.kind === 'channel' ? use.channel : use.group}: ${use.label}`,
    ),
  ).toEqual([
    'can_resolve_topics_group',
    'can_invite_users_group',
    'dome: writes',
    'everyone at night: is in it',
    'everyone at night: can change the group',
  ]);
});
