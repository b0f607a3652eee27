import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { roles } from '@parley/contract/primitives.ts';
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

const notSubscribed = relation(false);

const ROLES: readonly number[] = Object.values(roles);

function rolesThat(test: (user: { role: number }) => boolean): number[] {
  return ROLES.filter((role) => test({ role }));
}

const ADMINISTRATORS = [roles.owner, roles.administrator];
const NON_GUESTS = ROLES.filter((role) => role !== roles.guest);

test('canSee depends on role, subscription and channel permissions', () => {
  const table = (relationTo: Relation) =>
    Object.values(kinds).map((kind) => rolesThat((user) => canSee(user, kind, relationTo)));
  expect(table(notSubscribed)).toEqual([ROLES, NON_GUESTS, ADMINISTRATORS]);
  expect(table(relation(true))).toEqual([ROLES, ROLES, ROLES]);
  for (const name of ['can_administer_channel_group', 'can_add_subscribers_group', 'can_subscribe_group'])
    expect(table(relation(false, name as ChannelPermission))).toEqual([ROLES, NON_GUESTS, NON_GUESTS]);
  expect(table(relation(false, 'can_send_message_group', 'can_remove_subscribers_group'))).toEqual([
    ROLES,
    NON_GUESTS,
    ADMINISTRATORS,
  ]);
});

test('canRead does not admit administrators to private channels', () => {
  const table = (relationTo: Relation) =>
    Object.values(kinds).map((kind) => rolesThat((user) => canRead(user, kind, relationTo)));
  expect(table(notSubscribed)).toEqual([ROLES, NON_GUESTS, []]);
  expect(table(relation(true))).toEqual([ROLES, ROLES, ROLES]);
  expect(table(relation(false, 'can_administer_channel_group'))).toEqual([ROLES, NON_GUESTS, []]);
  expect(table(relation(false, 'can_add_subscribers_group'))).toEqual([ROLES, NON_GUESTS, NON_GUESTS]);
  expect(table(relation(false, 'can_subscribe_group'))).toEqual([ROLES, NON_GUESTS, NON_GUESTS]);
});

test('canAdminister never admits guests', () => {
  expect(rolesThat((user) => canAdminister(user, relation(true)))).toEqual(ADMINISTRATORS);
  expect(rolesThat((user) => canAdminister(user, relation(false, 'can_administer_channel_group')))).toEqual(
    NON_GUESTS,
  );
});
