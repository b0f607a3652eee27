import type { ChannelPermission } from '../objects/permission-settings.ts';
import { roles } from './roles.ts';
import { expect, test } from 'vitest';
import {
  canAdminister,
  canRead,
  canSee,
  refuseNewTopic,
  refusePost,
  type Relation,
} from './channel-rights.ts';

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

const open = { ...kinds.public, is_archived: false, is_history_public: true };
const closed = { ...open, is_private: true };
const WRITES: ChannelPermission = 'can_send_message_group';
const ONLY_SUBSCRIBERS = 'Only subscribers may write in this channel.';

test.each<[string, typeof open, number, Relation, string | undefined]>([
  ['member in a public channel', open, roles.member, relation(false, WRITES), undefined],
  ['guest outside', open, roles.guest, relation(false, WRITES), ONLY_SUBSCRIBERS],
  ['guest who is subscribed', open, roles.guest, relation(true, WRITES), undefined],
  ['visitor of a private channel', closed, roles.owner, relation(false, WRITES), ONLY_SUBSCRIBERS],
  ['member who could join', closed, roles.member, relation(false, WRITES, 'can_subscribe_group'), undefined],
  [
    'member who could join without its history',
    { ...closed, is_history_public: false },
    roles.member,
    relation(false, WRITES, 'can_subscribe_group'),
    ONLY_SUBSCRIBERS,
  ],
  ['reader', open, roles.member, relation(true), 'You may not write in this channel.'],
  [
    'subscriber of an archived channel',
    { ...open, is_archived: true },
    roles.member,
    relation(true, WRITES),
    'The channel is archived.',
  ],
  [
    'visitor of an archived private channel',
    { ...closed, is_archived: true },
    roles.owner,
    relation(false, WRITES),
    ONLY_SUBSCRIBERS,
  ],
])('a message of a %s', (_who, channel, role, mine, reason) => {
  expect(refusePost({ role }, channel, { mine, owners: undefined })?.reason).toBe(reason);
});

test('a bot may write where its owner may, or where it was invited', () => {
  const mine = relation(false);
  const owners = relation(true, WRITES);
  const bot = { role: roles.guest };
  expect(refusePost(bot, closed, { mine, owners })).toBeUndefined();
  expect(refusePost(bot, closed, { mine, owners: undefined }, true)?.reason).toBe(
    'You may not write in this channel.',
  );
});

test('a topic is begun by those who may, or whose owner may', () => {
  const starts = relation(true, 'can_create_topic_group');
  expect(refuseNewTopic({ mine: starts, owners: undefined })).toBeUndefined();
  expect(refuseNewTopic({ mine: relation(true), owners: starts })).toBeUndefined();
  expect(refuseNewTopic({ mine: relation(true), owners: undefined })?.reason).toBe(
    'You may not start new topics in this channel.',
  );
});
