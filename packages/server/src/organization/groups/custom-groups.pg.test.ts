import { roles } from '@parley/contract/rights/roles.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroups,
  getUserGroupSubgroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from '@parley/contract/endpoints/groups.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { getStreamById, getStreamId } from '@parley/contract/endpoints/streams.ts';
import { deactivateUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { usersInGroups } from './inside.ts';
import { groupsOf, groupsWith, hasRealmPermission, isInSetting } from './permissions.ts';
import { systemGroupIds, type SystemGroupIds } from './rows.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

let server: TestServer;
let owner: TestUser;
let member: TestUser;
let other: TestUser;
let guest: TestUser;
let bot: TestUser;
let systemGroups: SystemGroupIds;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  member = await server.user();
  other = await server.user();
  guest = await server.user({ role: roles.guest });
  const made = await owner.connection.call(createBot, { short_name: 'helper', full_name: 'Helper' });
  bot = { ...owner, id: made.user_id };
  systemGroups = await systemGroupIds(server.server.world.pool, server.realmId);
});
afterAll(() => server.stop());

function pool() {
  return server.server.world.pool;
}

const REFUSED = { status: 400, code: 'BAD_REQUEST' };
const UNKNOWN_ID = 99_999_999;
let count = 0;
type New = Partial<ArgumentsOf<typeof createUserGroup>>;
/** Creates a group with a unique name. */
async function create(given: New = {}, who = member): Promise<number> {
  count += 1;
  const { group_id } = await who.connection.call(createUserGroup, {
    name: `group ${count}`,
    description: 'For a test',
    members: [],
    ...given,
  });
  return group_id;
}

type Changes = Omit<ArgumentsOf<typeof updateUserGroup>, 'user_group_id'>;

function update(id: number, changes: Changes, who = member) {
  return who.connection.call(updateUserGroup, { user_group_id: id, ...changes });
}

type MemberChanges = Omit<ArgumentsOf<typeof updateUserGroupMembers>, 'user_group_id'>;

function members(id: number, changes: MemberChanges, who = member) {
  return who.connection.call(updateUserGroupMembers, { user_group_id: id, ...changes });
}

function deactivate(id: number, who = member) {
  return who.connection.call(deactivateUserGroup, { user_group_id: id });
}

async function groupNow(id: number) {
  const { user_groups } = await member.connection.call(getUserGroups, { include_deactivated_groups: true });
  return user_groups.find((group) => group.id === id);
}

function list(direct_members: number[], direct_subgroups: number[] = []) {
  return {
    direct_members,
    direct_subgroups,
  };
}

async function rowOf(id: number): Promise<UserRow> {
  const row = await pool().first(q.selectFrom('realm_user').selectAll().where('id', '=', id));
  if (row === undefined) throw new Error('Nobody has this id.');
  return row;
}

/** Listens like a client with the `include_deactivated_groups` capability. */
async function listenWithDeactivated({ connection }: TestUser) {
  const { queue_id, last_event_id } = await connection.call(registerQueue, {
    event_types: ['user_group'],
    client_capabilities: { notification_settings_null: true, include_deactivated_groups: true },
  });
  return async () => (await connection.call(getEvents, { queue_id, last_event_id, dont_block: true })).events;
}

test('a new group is managed by its creator, who is not a member, and is published to everyone', async () => {
  const received = await listen(guest, ['user_group']);
  const id = await create({
    name: 'crew',
    members: [other.id, bot.id, other.id],
    subgroups: [systemGroups['role:owners']],
  });
  const group = {
    id,
    name: 'crew',
    description: 'For a test',
    members: [other.id, bot.id].toSorted((a, b) => a - b),
    direct_subgroup_ids: [],
    creator_id: member.id,
    date_created: expect.any(Number),
    is_system_group: false,
    deactivated: false,
    can_add_members_group: list([member.id]),
    can_join_group: systemGroups['role:nobody'],
    can_leave_group: systemGroups['role:everyone'],
    can_manage_group: list([member.id]),
    can_mention_group: systemGroups['role:everyone'],
    can_remove_members_group: systemGroups['role:nobody'],
  };
  expect(await received()).toEqual([
    { id: expect.any(Number), type: 'user_group', op: 'add', group },
    {
      id: expect.any(Number),
      type: 'user_group',
      op: 'add_subgroups',
      group_id: id,
      direct_subgroup_ids: [systemGroups['role:owners']],
    },
  ]);
  expect(await groupNow(id)).toEqual({ ...group, direct_subgroup_ids: [systemGroups['role:owners']] });
});

test.each([
  ['a blank name', { name: '   ' }],
  ['a name of 101 characters', { name: 'x'.repeat(101) }],
  ['a description of 1025 characters', { description: 'x'.repeat(1025) }],
  ['a name like a role', { name: 'role:chefs' }],
  ['a name like a mention', { name: '@all' }],
  ['a name like a channel', { name: 'channel:x' }],
  ['an unknown member', { members: [UNKNOWN_ID] }],
  ['an unknown subgroup', { subgroups: [UNKNOWN_ID] }],
  ['an unknown holder', { can_manage_group: UNKNOWN_ID }],
  ['everyone as manager', { can_manage_group: 'role:everyone' as const }],
  ['the internet as a holder', { can_mention_group: 'role:internet' as const }],
])('a group with %s is refused', async (_, given) => {
  const named = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      name.startsWith('can_') && typeof value === 'string'
        ? systemGroups[value as keyof SystemGroupIds]
        : value,
    ]),
  );
  const before = await pool().first(sql<{ n: number }>`select count(*)::int as n from user_group`);
  await expect(create(named)).rejects.toMatchObject(REFUSED);
  expect(await pool().first(sql`select count(*)::int as n from user_group`)).toEqual(before);
});

test('group names are unique and case-sensitive, including those of deactivated groups', async () => {
  const id = await create({ name: 'Unique' });
  await expect(create({ name: 'Unique' })).rejects.toMatchObject(REFUSED);
  await create({ name: 'unique' });
  await deactivate(id);
  await expect(create({ name: 'Unique' })).rejects.toMatchObject(REFUSED);
  const another = await create();
  await expect(update(another, { name: 'Unique' })).rejects.toMatchObject(REFUSED);
});

test('one of two concurrent requests for the same group name is refused', async () => {
  const made = await Promise.allSettled([
    create({ name: 'twice' }),
    create({ name: 'twice' }, owner),
    create({ name: 'twice' }, other),
  ]);
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('guests are refused before parameters are read, except when they deactivate a group', async () => {
  const id = await create({ members: [guest.id], can_manage_group: list([member.id, guest.id]) });
  const by = guest.connection;
  await expect(by.call(getUserGroups)).rejects.toMatchObject(REFUSED);
  await expect(create({}, guest)).rejects.toMatchObject(REFUSED);
  await expect(update(id, { name: 'mine' }, guest)).rejects.toMatchObject(REFUSED);
  await expect(members(id, { delete: [guest.id] }, guest)).rejects.toMatchObject(REFUSED);
  await expect(by.call(getUserGroupMembers, { user_group_id: id })).rejects.toMatchObject(REFUSED);
  await expect(by.call(getUserGroupSubgroups, { user_group_id: id })).rejects.toMatchObject(REFUSED);
  await expect(by.call(getIsUserGroupMember, { user_group_id: id, user_id: guest.id })).rejects.toMatchObject(
    REFUSED,
  );
  await expect(deactivate(id, guest)).rejects.toMatchObject(REFUSED);
});

test('creating a group needs the permission can_create_groups', async () => {
  await owner.connection.call(updateRealm, { can_create_groups: { new: list([other.id]) } });
  await expect(create()).rejects.toMatchObject(REFUSED);
  await create({}, other);
  await owner.connection.call(updateRealm, { can_create_groups: { new: systemGroups['role:members'] } });
});

test('each change of a group emits one event, and an unchanged value emits none', async () => {
  const id = await create({ name: 'before' });
  const received = await listen(guest, ['user_group']);
  await update(id, {
    name: 'before',
    description: 'For a test',
    can_leave_group: { new: systemGroups['role:everyone'] },
  });
  expect(await received()).toEqual([]);
  await update(id, {
    name: 'after',
    description: 'New',
    can_mention_group: {
      new: list([], [systemGroups['role:moderators']]),
      old: systemGroups['role:everyone'],
    },
    can_join_group: { new: list([other.id, member.id], [systemGroups['role:owners']]), old: list([]) },
    can_remove_members_group: { new: list([]) },
  });
  expect((await received()).map((event) => ('data' in event ? event.data : event))).toEqual([
    { name: 'after' },
    { description: 'New' },
    { can_join_group: list([member.id, other.id], [systemGroups['role:owners']]) },
    { can_mention_group: systemGroups['role:moderators'] },
  ]);
  expect(await groupNow(id)).toMatchObject({
    name: 'after',
    can_mention_group: systemGroups['role:moderators'],
    can_join_group: list([member.id, other.id], [systemGroups['role:owners']]),
  });
  await expect(
    update(id, {
      name: 'never',
      can_mention_group: { new: systemGroups['role:nobody'], old: systemGroups['role:everyone'] },
    }),
  ).rejects.toMatchObject({ status: 400, code: 'EXPECTATION_MISMATCH', body: { field_name: 'old' } });
  expect(await received()).toEqual([]);
  expect(await groupNow(id)).toMatchObject({ name: 'after' });
});

test('only managers of a group or of all groups change it, and system groups cannot be changed', async () => {
  const id = await create();
  await expect(update(id, {})).rejects.toMatchObject(REFUSED);
  await expect(update(UNKNOWN_ID, { name: 'x' })).rejects.toMatchObject(REFUSED);
  await expect(update(id, { name: 'x' }, other)).rejects.toMatchObject(REFUSED);
  await expect(deactivate(id, other)).rejects.toMatchObject(REFUSED);
  await update(id, { description: 'by the owner' }, owner);
  await update(id, { can_manage_group: { new: list([other.id]) } });
  await expect(update(id, { description: 'x' })).rejects.toMatchObject(REFUSED);
  await update(id, { description: 'by another' }, other);
  const ofRole = systemGroups['role:members'];
  await expect(update(ofRole, { description: 'x' }, owner)).rejects.toMatchObject(REFUSED);
  await expect(members(ofRole, { add: [guest.id] }, owner)).rejects.toMatchObject(REFUSED);
  await expect(deactivate(ofRole, owner)).rejects.toMatchObject(REFUSED);
});

test('adding and removing members needs the permissions of the group', async () => {
  const id = await create();
  const received = await listen(guest, ['user_group']);
  await expect(members(id, {})).rejects.toMatchObject(REFUSED);
  await expect(members(id, { add: [], delete: [] })).rejects.toMatchObject(REFUSED);
  await expect(members(id, { add: [other.id] }, other)).rejects.toMatchObject(REFUSED);
  await update(id, { can_join_group: { new: systemGroups['role:members'] } });
  await members(id, { add: [other.id] }, other);
  await expect(members(id, { add: [other.id] }, other)).rejects.toMatchObject(REFUSED);
  await expect(members(id, { add: [owner.id] }, other)).rejects.toMatchObject(REFUSED);
  await expect(members(id, { add: [owner.id, UNKNOWN_ID] })).rejects.toMatchObject(REFUSED);
  await members(id, { add: [owner.id, guest.id, owner.id] });
  await expect(members(id, { delete: [owner.id] }, other)).rejects.toMatchObject(REFUSED);
  await expect(members(id, { delete: [member.id] })).rejects.toMatchObject(REFUSED);
  await members(id, { delete: [other.id] }, other);
  await update(id, { can_leave_group: { new: systemGroups['role:nobody'] } });
  await members(id, { add: [other.id], delete: [guest.id] });
  await expect(members(id, { delete: [other.id] }, other)).rejects.toMatchObject(REFUSED);
  const events = (await received()).flatMap((event) =>
    'user_ids' in event ? [[event.op, event.user_ids]] : [],
  );
  expect(events).toEqual([
    ['add_members', [other.id]],
    ['add_members', [owner.id, guest.id]],
    ['remove_members', [other.id]],
    ['add_members', [other.id]],
    ['remove_members', [guest.id]],
  ]);
  expect((await groupNow(id))?.members).toEqual([owner.id, other.id]);
});

test('a refused step undoes the previous steps', async () => {
  const id = await create();
  await expect(members(id, { add: [other.id], add_subgroups: [UNKNOWN_ID] })).rejects.toMatchObject(REFUSED);
  expect((await groupNow(id))?.members).toEqual([]);
});

test('groups nest at any depth, include system groups and cannot form cycles', async () => {
  const [a, b, c] = [
    await create(),
    await create({ members: [guest.id] }),
    await create({ members: [bot.id] }),
  ];
  const subgroups = (id: number, changes: { add?: number[]; delete?: number[] }, who = member) =>
    who.connection.call(updateUserGroupSubgroups, { user_group_id: id, ...changes });
  await expect(subgroups(a, {})).rejects.toMatchObject(REFUSED);
  await expect(subgroups(a, { add: [b] }, other)).rejects.toMatchObject(REFUSED);
  await expect(subgroups(a, { add: [a] })).rejects.toMatchObject(REFUSED);
  await subgroups(a, { add: [b] });
  await expect(subgroups(a, { add: [b] })).rejects.toMatchObject(REFUSED);
  await subgroups(b, { add: [c, systemGroups['role:administrators']] });
  await expect(subgroups(c, { add: [a] })).rejects.toMatchObject(REFUSED);
  await expect(subgroups(c, { add: [b] })).rejects.toMatchObject(REFUSED);
  const by = member.connection;
  expect(await by.call(getUserGroupSubgroups, { user_group_id: a })).toMatchObject({
    subgroups: [systemGroups['role:owners'], systemGroups['role:administrators'], b, c],
  });
  expect(
    await by.call(getUserGroupSubgroups, { user_group_id: a, direct_subgroup_only: true }),
  ).toMatchObject({ subgroups: [b] });
  expect(
    await by.call(getUserGroupSubgroups, { user_group_id: systemGroups['role:moderators'] }),
  ).toMatchObject({
    subgroups: [systemGroups['role:owners'], systemGroups['role:administrators']],
  });
  const inside = [owner.id, guest.id, bot.id].toSorted((x, y) => x - y);
  expect(await by.call(getUserGroupMembers, { user_group_id: a })).toMatchObject({ members: inside });
  expect(await by.call(getUserGroupMembers, { user_group_id: b, direct_member_only: true })).toMatchObject({
    members: [guest.id],
  });
  const isIn = async (user_group_id: number, user_id: number, direct_member_only = false) => {
    const answer = await by.call(getIsUserGroupMember, { user_group_id, user_id, direct_member_only });
    return answer.is_user_group_member;
  };
  expect(await isIn(a, guest.id)).toBe(true);
  expect(await isIn(a, guest.id, true)).toBe(false);
  expect(await isIn(a, member.id)).toBe(false);
  expect(await isIn(systemGroups['role:members'], owner.id)).toBe(true);
  expect(await isIn(systemGroups['role:members'], owner.id, true)).toBe(false);
  await expect(isIn(a, UNKNOWN_ID)).rejects.toMatchObject(REFUSED);
  await expect(isIn(UNKNOWN_ID, owner.id)).rejects.toMatchObject(REFUSED);
  await update(a, { can_add_members_group: { new: list([member.id, other.id]) } });
  await subgroups(a, { add: [systemGroups['role:nobody']] }, other);
  await expect(subgroups(a, { delete: [b] }, other)).rejects.toMatchObject(REFUSED);
  await expect(subgroups(a, { delete: [c] })).rejects.toMatchObject(REFUSED);
  await subgroups(a, { delete: [b] });
  await subgroups(c, { add: [a] });
});

test('concurrent requests cannot create a cycle of groups', async () => {
  for (let round = 0; round < 5; round += 1) {
    const groups = await Promise.all([create(), create(), create()]);
    const [a, b, c] = groups;
    const edges = [
      [a, b],
      [b, c],
      [c, a],
      [b, a],
    ] as const;
    const done = await Promise.allSettled(
      edges.map(([outer, inner]) => members(outer, { add_subgroups: [inner] })),
    );
    const failed = done.filter((one) => one.status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
    for (const { reason } of failed) expect(reason).toMatchObject({ status: 400 });
    const around = await pool().all(
      sql<{ id: number }>`
        with recursive inside (root, id) as (
          select group_id, subgroup_id from group_subgroup where group_id = any(${groups}::bigint[])
          union select inside.root, s.subgroup_id from inside join group_subgroup s on s.group_id = inside.id
        ) select id from inside where root = id`,
    );
    expect(around).toEqual([]);
  }
});

test('deactivating a group in use is refused, and the error lists its uses', async () => {
  const [used, outer, another] = [await create(), await create(), await create()];
  await members(outer, { add_subgroups: [used] });
  await update(another, {
    can_mention_group: { new: used },
    can_join_group: { new: list([other.id], [used]) },
  });
  await update(used, { can_leave_group: { new: used } });
  await owner.connection.call(updateRealm, { can_create_bots_group: { new: list([owner.id], [used]) } });
  const objecting = (objections: unknown[]) =>
    expect(deactivate(used)).rejects.toMatchObject({
      status: 400,
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      body: { objections },
    });
  const inRealm = { type: 'realm', settings: ['can_create_bots_group'] };
  await objecting([
    { type: 'subgroup', supergroup_ids: [outer] },
    inRealm,
    { type: 'user_group', group_id: another, settings: ['can_join_group', 'can_mention_group'] },
  ]);
  expect(await groupNow(used)).toMatchObject({ deactivated: false });
  await deactivate(another);
  await deactivate(outer);
  await objecting([inRealm]);
  await owner.connection.call(updateRealm, { can_create_bots_group: { new: systemGroups['role:members'] } });
  await deactivate(used);
  await expect(deactivate(used)).rejects.toMatchObject(REFUSED);
});

test('a channel permission prevents the deactivation of a group until the channel is archived', async () => {
  const used = await create();
  await pool().all(
    sql`with talk as (insert into conversation (realm_id) values (${server.realmId}) returning id)
        insert into channel (realm_id, id, conversation_id, name, permissions)
        select ${server.realmId}, nextval('channel_id'), id, 'objecting',
          jsonb_build_object('can_send_message_group', ${used}::bigint) from talk`,
  );
  await expect(deactivate(used)).rejects.toMatchObject({
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    body: { objections: [{ type: 'channel', settings: ['can_send_message_group'] }] },
  });
  await pool().all(sql`update channel set is_archived = true where name = 'objecting'`);
  await deactivate(used);
});

test('a group cannot be granted a permission while it is being deactivated', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [id, another] = [await create(), await create()];
    const [gone, given] = await Promise.allSettled([
      deactivate(id),
      update(another, { can_mention_group: { new: id } }),
    ]);
    expect([gone.status, given.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  }
});

test('deactivated groups are not listed, cannot be granted permissions, and can be reactivated', async () => {
  const id = await create({ members: [other.id] });
  const capable = await listenWithDeactivated(guest);
  const plain = await listen(guest, ['user_group']);
  await deactivate(id);
  await expect(member.connection.call(getUserGroupMembers, { user_group_id: id })).rejects.toMatchObject(
    REFUSED,
  );
  await expect(member.connection.call(getUserGroupSubgroups, { user_group_id: id })).rejects.toMatchObject(
    REFUSED,
  );
  await expect(create({ can_mention_group: id })).rejects.toMatchObject(REFUSED);
  await expect(create({ can_mention_group: list([member.id], [id]) })).rejects.toMatchObject(REFUSED);
  await expect(create({ subgroups: [id] })).rejects.toMatchObject(REFUSED);
  const { user_groups } = await member.connection.call(getUserGroups);
  expect(user_groups.map((group) => group.id)).not.toContain(id);
  const groupsSeen = async (include_deactivated_groups: boolean) => {
    const { realm_user_groups = [] } = await member.connection.call(registerQueue, {
      fetch_event_types: ['realm_user_groups'],
      client_capabilities: { notification_settings_null: true, include_deactivated_groups },
    });
    return realm_user_groups.map((group) => group.id);
  };
  expect(await groupsSeen(false)).not.toContain(id);
  expect(await groupsSeen(true)).toContain(id);
  await update(id, { name: 'renamed in its sleep', deactivated: true });
  await update(id, { deactivated: false });
  const change = (data: unknown) => ({ type: 'user_group', op: 'update', group_id: id, data });
  const received = (events: readonly object[]) => events.map((event) => ({ ...event, id: undefined }));
  expect(received(await capable())).toEqual([
    change({ deactivated: true }),
    change({ name: 'renamed in its sleep' }),
    change({ deactivated: false }),
  ]);
  expect(received(await plain())).toMatchObject([
    { op: 'remove', group_id: id },
    { op: 'add', group: { id, name: 'renamed in its sleep', deactivated: false, members: [other.id] } },
  ]);
});

test('deactivated users are not listed as members and are published again on reactivation', async () => {
  const [user, inGroup] = [await server.user(), await create()];
  await members(inGroup, { add: [user.id] });
  await update(inGroup, { can_join_group: { new: list([user.id, member.id]) } });
  await owner.connection.call(updateRealm, { can_create_bots_group: { new: list([user.id]) } });
  const before = await rowOf(user.id);
  expect(await hasRealmPermission(pool(), await realmNow(), before, 'can_create_bots_group')).toBe(true);
  await owner.connection.call(deactivateUser, { user_id: user.id });
  expect(await groupNow(inGroup)).toMatchObject({ members: [], can_join_group: list([member.id]) });
  const gone = await rowOf(user.id);
  expect(await hasRealmPermission(pool(), await realmNow(), gone, 'can_create_bots_group')).toBe(false);
  expect(
    await member.connection.call(getIsUserGroupMember, { user_group_id: inGroup, user_id: user.id }),
  ).toMatchObject({ is_user_group_member: false });
  await expect(members(inGroup, { delete: [user.id] })).rejects.toMatchObject(REFUSED);
  await expect(create({ members: [user.id] })).rejects.toMatchObject(REFUSED);
  await expect(create({ can_join_group: list([user.id]) })).rejects.toMatchObject(REFUSED);
  const received = await listen(guest, ['user_group', 'realm']);
  await owner.connection.call(reactivateUser, { user_id: user.id });
  expect(await received()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ op: 'add_members', group_id: inGroup, user_ids: [user.id] }),
      expect.objectContaining({ op: 'update_dict', data: { can_create_bots_group: list([user.id]) } }),
      expect.objectContaining({
        op: 'update',
        group_id: inGroup,
        data: { can_join_group: list([member.id, user.id]) },
      }),
    ]),
  );
  await owner.connection.call(updateRealm, { can_create_bots_group: { new: systemGroups['role:members'] } });
});

async function realmNow() {
  const row = await pool().first(q.selectFrom('realm').selectAll().where('id', '=', server.realmId));
  if (row === undefined) throw new Error('The organization is gone.');
  return row;
}

test('listed users have a permission, except guests if it cannot be granted to everyone', async () => {
  const id = await create({ members: [guest.id, other.id] });
  const outer = await create({ subgroups: [id] });
  const [aGuest, aMember] = [await rowOf(guest.id), await rowOf(other.id)];
  const setting = {
    nobody: true,
    systemOnly: false,
    allowed: [],
    ownerOnly: false,
    doc: '',
    default: 'role:nobody',
  } as const;
  const has = (user: UserRow, everyone: boolean) =>
    isInSetting(pool(), server.realmId, user, { ...setting, everyone }, outer);
  expect(await has(aMember, false)).toBe(true);
  expect(await has(aGuest, true)).toBe(true);
  expect(await has(aGuest, false)).toBe(false);
  expect(await usersInGroups(pool(), server.realmId, [outer])).toEqual([other.id, guest.id]);
  const all = await groupsOf(pool(), server.realmId, aGuest);
  expect(
    [outer, id, systemGroups['role:everyone'], systemGroups['role:internet']].every((one) => all.has(one)),
  ).toBe(true);
  expect(all.has(systemGroups['role:members'])).toBe(false);
  const everyGroup = await pool().all(sql<{ id: number }>`select id from user_group`);
  const ids = everyGroup.map((group) => group.id);
  for (const user of [aGuest, aMember, await rowOf(owner.id), await rowOf(bot.id)]) {
    const down = await groupsWith(pool(), server.realmId, ids, user);
    const up = await groupsOf(pool(), server.realmId, user);
    expect([...down].toSorted((a, b) => a - b)).toEqual([...up].toSorted((a, b) => a - b));
  }
});

test('a role change changes the membership in groups with system subgroups', async () => {
  const id = await create({ subgroups: [systemGroups['role:moderators']] });
  const user = await server.user();
  const isIn = async () => {
    const answer = await member.connection.call(getIsUserGroupMember, {
      user_group_id: id,
      user_id: user.id,
    });
    return answer.is_user_group_member;
  };
  expect(await isIn()).toBe(false);
  await owner.connection.call(updateUser, { user_id: user.id, role: roles.moderator });
  expect(await isIn()).toBe(true);
});

test('a private channel becomes visible or hidden when the members of a permitted group change', async () => {
  const inner = await create();
  const outer = await create({ subgroups: [inner] });
  await member.connection.call(subscribe, {
    subscriptions: [{ name: 'secret garden' }],
    invite_only: true,
    can_administer_channel_group: { direct_members: [member.id], direct_subgroups: [outer] },
  });
  const { stream_id } = await member.connection.call(getStreamId, { stream: 'secret garden' });
  const see = () => other.connection.call(getStreamById, { stream_id });
  await expect(see()).rejects.toMatchObject(REFUSED);
  const received = await listen(other, ['stream', 'subscription']);
  const receivedByGuest = await listen(guest, ['stream', 'subscription']);
  await members(inner, { add: [other.id, guest.id] });
  await see();
  expect(await received()).toMatchObject([
    { type: 'stream', op: 'create', streams: [{ name: 'secret garden' }] },
    { type: 'subscription', op: 'peer_add', user_ids: [member.id] },
  ]);
  await members(outer, { delete_subgroups: [inner] });
  await expect(see()).rejects.toMatchObject(REFUSED);
  expect(await received()).toMatchObject([{ type: 'stream', op: 'delete' }]);
  expect(await receivedByGuest()).toEqual([]);
});

test('groups of another organization are not found', async () => {
  const realmId = await server.realm('elsewhere');
  const stranger = await server.user({ realmId, host: 'elsewhere.parley.test', role: roles.owner });
  const id = await create();
  await expect(update(id, { name: 'theirs' }, stranger)).rejects.toMatchObject(REFUSED);
  await expect(create({ subgroups: [id] }, stranger)).rejects.toMatchObject(REFUSED);
  await expect(create({ members: [member.id] }, stranger)).rejects.toMatchObject(REFUSED);
  await expect(create({ can_mention_group: id }, stranger)).rejects.toMatchObject(REFUSED);
  await expect(deactivate(id, stranger)).rejects.toMatchObject(REFUSED);
  await expect(stranger.connection.call(getUserGroupMembers, { user_group_id: id })).rejects.toMatchObject(
    REFUSED,
  );
});
