import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { expect, test } from 'vitest';
import { canAdminister, canRead, canSee, type Relation } from './rights.ts';

const kinds = {
  webPublic: { is_private: false, is_web_public: true },
  public: { is_private: false, is_web_public: false },
  private: { is_private: true, is_web_public: false },
};

function relation(isSubscribed: boolean, ...groups: ChannelPermission[]): Relation {
  return {
    isSubscribed,
    groups: new Set(groups),
  };
}

const stranger = relation(false);

const ROLES = [100, 200, 300, 400, 600];

function who(test: (user: { role: number }) => boolean): number[] {
  return ROLES.filter((role) => test({ role }));
}

const NON_GUESTS = [100, 200, 300, 400];

test('who sees a channel', () => {
  const table = (how: Relation) => Object.values(kinds).map((kind) => who((user) => canSee(user, kind, how)));
  expect(table(stranger)).toEqual([ROLES, NON_GUESTS, [100, 200]]);
  expect(table(relation(true))).toEqual([ROLES, ROLES, ROLES]);
  for (const name of ['can_administer_channel_group', 'can_add_subscribers_group', 'can_subscribe_group'])
    expect(table(relation(false, name as ChannelPermission))).toEqual([ROLES, NON_GUESTS, NON_GUESTS]);
  expect(table(relation(false, 'can_send_message_group', 'can_remove_subscribers_group'))).toEqual([
    ROLES,
    NON_GUESTS,
    [100, 200],
  ]);
});

test('who reads a channel: not the administrator of a private one', () => {
  const table = (how: Relation) =>
    Object.values(kinds).map((kind) => who((user) => canRead(user, kind, how)));
  expect(table(stranger)).toEqual([ROLES, NON_GUESTS, []]);
  expect(table(relation(true))).toEqual([ROLES, ROLES, ROLES]);
  expect(table(relation(false, 'can_administer_channel_group'))).toEqual([ROLES, NON_GUESTS, []]);
  expect(table(relation(false, 'can_add_subscribers_group'))).toEqual([ROLES, NON_GUESTS, NON_GUESTS]);
  expect(table(relation(false, 'can_subscribe_group'))).toEqual([ROLES, NON_GUESTS, NON_GUESTS]);
});

test('who administers a channel: never a guest', () => {
  expect(who((user) => canAdminister(user, relation(true)))).toEqual([100, 200]);
  expect(who((user) => canAdminister(user, relation(false, 'can_administer_channel_group')))).toEqual(
    NON_GUESTS,
  );
});
