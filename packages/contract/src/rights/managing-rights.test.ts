import { expect, test } from 'vitest';
import type { ChannelPermission } from '../objects/permission-settings.ts';
import {
  refuseAdding,
  refuseAdministration,
  refuseCreation,
  refuseRemoval,
  refuseWebPublic,
  type Creation,
  type Creator,
} from './managing-rights.ts';
import { roles } from './roles.ts';

const administrator = { role: roles.administrator };
const member = { role: roles.member };
const guest = { role: roles.guest };

const creator: Creator = {
  ...member,
  mayCreatePublic: true,
  mayCreatePrivate: true,
  mayCreateWebPublic: true,
  hasWebPublic: true,
};
const open: Creation = {
  is_private: false,
  is_web_public: false,
  is_default: false,
  default_push_notifications: false,
};
const closed = { ...open, is_private: true };

function related(isSubscribed: boolean, ...groups: ChannelPermission[]) {
  return { isSubscribed, groups: new Set(groups) };
}

/** The reason and the permission of a refusal. */
function reasonOf(refusal: { reason: string; permission?: string } | undefined): string | undefined {
  return refusal?.permission ?? refusal?.reason;
}

test('a channel is created with the permission for its kind', () => {
  expect(refuseCreation(creator, open)).toBeUndefined();
  expect(refuseCreation(creator, closed)).toBeUndefined();
  expect(reasonOf(refuseCreation({ ...creator, mayCreatePublic: false }, open))).toBe(
    'can_create_public_channel_group',
  );
  expect(refuseCreation({ ...creator, mayCreatePublic: false }, closed)).toBeUndefined();
  expect(reasonOf(refuseCreation({ ...creator, mayCreatePrivate: false }, closed))).toBe(
    'can_create_private_channel_group',
  );
  expect(refuseCreation({ ...creator, mayCreatePrivate: false }, open)).toBeUndefined();
});

test('administrators alone create default channels and channels that push, and no private default channel exists', () => {
  const boss = { ...creator, ...administrator };
  for (const settings of [{ is_default: true }, { default_push_notifications: true }]) {
    expect(reasonOf(refuseCreation(creator, { ...open, ...settings }))).toMatch(/^Only administrators/);
    expect(refuseCreation(boss, { ...open, ...settings })).toBeUndefined();
  }
  expect(reasonOf(refuseCreation(boss, { ...closed, is_default: true }))).toMatch(/^A private channel/);
  expect(refuseCreation(boss, { ...closed, default_push_notifications: true })).toBeUndefined();
});

test('a web-public channel needs the organization and a permission', () => {
  const web = { ...open, is_web_public: true };
  for (const refuse of [refuseWebPublic, (one: Creator) => refuseCreation(one, web)]) {
    expect(refuse(creator)).toBeUndefined();
    expect(reasonOf(refuse({ ...creator, hasWebPublic: false }))).toBe(
      'Web-public channels are not enabled.',
    );
    expect(reasonOf(refuse({ ...creator, mayCreateWebPublic: false }))).toBe(
      'can_create_web_public_channel_group',
    );
  }
  expect(refuseCreation({ ...creator, hasWebPublic: false }, open)).toBeUndefined();
});

test('administrators and the administrators of a channel change it', () => {
  expect(refuseAdministration(administrator, related(false))).toBeUndefined();
  expect(refuseAdministration(member, related(true, 'can_administer_channel_group'))).toBeUndefined();
  expect(refuseAdministration(member, related(true, 'can_remove_subscribers_group'))).toBeDefined();
});

test('others are subscribed by readers with a permission of the organization or the channel', () => {
  expect(refuseAdding(administrator, open, related(false), false)).toBeUndefined();
  expect(refuseAdding(member, open, related(false), true)).toBeUndefined();
  for (const group of ['can_add_subscribers_group', 'can_administer_channel_group'] as const)
    expect(refuseAdding(member, open, related(true, group), false)).toBeUndefined();
  expect(reasonOf(refuseAdding(member, open, related(true, 'can_remove_subscribers_group'), false))).toBe(
    'can_add_subscribers_group',
  );
  expect(reasonOf(refuseAdding(administrator, closed, related(false), true))).toBe(
    'You cannot read this channel.',
  );
});

test('others are unsubscribed by administrators, and by holders of the permission who see the channel', () => {
  expect(refuseRemoval(administrator, closed, related(false))).toBeUndefined();
  expect(refuseRemoval(member, open, related(true, 'can_remove_subscribers_group'))).toBeUndefined();
  expect(refuseRemoval(member, open, related(true))).toBeDefined();
  expect(refuseRemoval(guest, closed, related(false, 'can_remove_subscribers_group'))).toBeDefined();
});
