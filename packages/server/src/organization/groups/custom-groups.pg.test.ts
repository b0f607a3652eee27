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
let roles: SystemGroupIds;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: 100 });
  member = await server.user();
  other = await server.user();
  guest = await server.user({ role: 600 });
  const made = await owner.connection.call(createBot, { short_name: 'helper', full_name: 'Helper' });
  bot = { ...owner, id: made.user_id };
  roles = await systemGroupIds(server.server.world.pool, server.realmId);
});
afterAll(() => server.stop());

function pool() {
  return server.server.world.pool;
}

const REFUSED = { status: 400, code: 'BAD_REQUEST' };
const NOBODY = 99_999_999;
let count = 0;
type New = Partial<ArgumentsOf<typeof createUserGroup>>;
/** Makes a group of some name that nobody else has. */
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

/** Hears of groups as a client does that knows deactivated ones. */
async function listenKnowing({ connection }: TestUser) {
  const { queue_id, last_event_id } = await connection.call(registerQueue, {
    event_types: ['user_group'],
    client_capabilities: { notification_settings_null: true, include_deactivated_groups: true },
  });
  return async () => (await connection.call(getEvents, { queue_id, last_event_id, dont_block: true })).events;
}

test('a new group belongs to its creator, who is not a member, and everybody hears of it', async () => {
  const heard = await listen(guest, ['user_group']);
  const id = await create({
    name: 'crew',
    members: [other.id, bot.id, other.id],
    subgroups: [roles['role:owners']],
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
    can_join_group: roles['role:nobody'],
    can_leave_group: roles['role:everyone'],
    can_manage_group: list([member.id]),
    can_mention_group: roles['role:everyone'],
    can_remove_members_group: roles['role:nobody'],
  };
  expect(await heard()).toEqual([
    { id: expect.any(Number), type: 'user_group', op: 'add', group },
    {
      id: expect.any(Number),
      type: 'user_group',
      op: 'add_subgroups',
      group_id: id,
      direct_subgroup_ids: [roles['role:owners']],
    },
  ]);
  expect(await groupNow(id)).toEqual({ ...group, direct_subgroup_ids: [roles['role:owners']] });
});

test.each([
  ['a blank name', { name: '   ' }],
  ['a name of 101 characters', { name: 'x'.repeat(101) }],
  ['a name like a role', { name: 'role:chefs' }],
  ['a name like a mention', { name: '@all' }],
  ['a name like a channel', { name: 'channel:x' }],
  ['an unknown member', { members: [NOBODY] }],
  ['an unknown subgroup', { subgroups: [NOBODY] }],
  ['an unknown holder', { can_manage_group: NOBODY }],
  ['everyone as manager', { can_manage_group: 'role:everyone' as const }],
  ['the internet as a holder', { can_mention_group: 'role:internet' as const }],
])('a group is not made with %s', async (_, given) => {
  const named = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      name !== 'name' && typeof value === 'string' ? roles[value as keyof SystemGroupIds] : value,
    ]),
  );
  const before = await pool().first(sql<{ n: number }>`select count(*)::int as n from user_group`);
  await expect(create(named)).rejects.toMatchObject(REFUSED);
  expect(await pool().first(sql`select count(*)::int as n from user_group`)).toEqual(before);
});

test('names are unique by case, deactivated groups included', async () => {
  const id = await create({ name: 'Unique' });
  await expect(create({ name: 'Unique' })).rejects.toMatchObject(REFUSED);
  await create({ name: 'unique' });
  await deactivate(id);
  await expect(create({ name: 'Unique' })).rejects.toMatchObject(REFUSED);
  const another = await create();
  await expect(update(another, { name: 'Unique' })).rejects.toMatchObject(REFUSED);
});

test('of two requests that make a group of the same name at once, one is refused', async () => {
  const made = await Promise.allSettled([
    create({ name: 'twice' }),
    create({ name: 'twice' }, owner),
    create({ name: 'twice' }, other),
  ]);
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('guests are refused before parameters are read; deactivating has no such gate', async () => {
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

test('groups are made by those who hold the permission', async () => {
  await owner.connection.call(updateRealm, { can_create_groups: { new: list([other.id]) } });
  await expect(create()).rejects.toMatchObject(REFUSED);
  await create({}, other);
  await owner.connection.call(updateRealm, { can_create_groups: { new: roles['role:members'] } });
});

test('each change of a group is one event, and what stays the same is none', async () => {
  const id = await create({ name: 'before' });
  const heard = await listen(guest, ['user_group']);
  await update(id, {
    name: 'before',
    description: 'For a test',
    can_leave_group: { new: roles['role:everyone'] },
  });
  expect(await heard()).toEqual([]);
  await update(id, {
    name: 'after',
    description: 'New',
    can_mention_group: { new: list([], [roles['role:moderators']]), old: roles['role:everyone'] },
    can_join_group: { new: list([other.id, member.id], [roles['role:owners']]), old: list([]) },
    can_remove_members_group: { new: list([]) },
  });
  expect((await heard()).map((event) => ('data' in event ? event.data : event))).toEqual([
    { name: 'after' },
    { description: 'New' },
    { can_join_group: list([member.id, other.id], [roles['role:owners']]) },
    { can_mention_group: roles['role:moderators'] },
  ]);
  expect(await groupNow(id)).toMatchObject({
    name: 'after',
    can_mention_group: roles['role:moderators'],
    can_join_group: list([member.id, other.id], [roles['role:owners']]),
  });
  await expect(
    update(id, {
      name: 'never',
      can_mention_group: { new: roles['role:nobody'], old: roles['role:everyone'] },
    }),
  ).rejects.toMatchObject({ status: 400, code: 'EXPECTATION_MISMATCH', body: { field_name: 'old' } });
  expect(await heard()).toEqual([]);
  expect(await groupNow(id)).toMatchObject({ name: 'after' });
});

test('only who manages a group, or all groups, changes it; groups of the roles are nobody’s to change', async () => {
  const id = await create();
  await expect(update(id, {})).rejects.toMatchObject(REFUSED);
  await expect(update(NOBODY, { name: 'x' })).rejects.toMatchObject(REFUSED);
  await expect(update(id, { name: 'x' }, other)).rejects.toMatchObject(REFUSED);
  await expect(deactivate(id, other)).rejects.toMatchObject(REFUSED);
  await update(id, { description: 'by the owner' }, owner);
  await update(id, { can_manage_group: { new: list([other.id]) } });
  await expect(update(id, { description: 'x' })).rejects.toMatchObject(REFUSED);
  await update(id, { description: 'by another' }, other);
  const ofRole = roles['role:members'];
  await expect(update(ofRole, { description: 'x' }, owner)).rejects.toMatchObject(REFUSED);
  await expect(members(ofRole, { add: [guest.id] }, owner)).rejects.toMatchObject(REFUSED);
  await expect(deactivate(ofRole, owner)).rejects.toMatchObject(REFUSED);
});

test('members come and go by the permissions of the group', async () => {
  const id = await create();
  const heard = await listen(guest, ['user_group']);
  await expect(members(id, {})).rejects.toMatchObject(REFUSED);
  await expect(members(id, { add: [], delete: [] })).rejects.toMatchObject(REFUSED);
  await expect(members(id, { add: [other.id] }, other)).rejects.toMatchObject(REFUSED);
  await update(id, { can_join_group: { new: roles['role:members'] } });
  await members(id, { add: [other.id] }, other);
  await expect(members(id, { add: [other.id] }, other)).rejects.toMatchObject(REFUSED);
  await expect(members(id, { add: [owner.id] }, other)).rejects.toMatchObject(REFUSED);
  await expect(members(id, { add: [owner.id, NOBODY] })).rejects.toMatchObject(REFUSED);
  await members(id, { add: [owner.id, guest.id, owner.id] });
  await expect(members(id, { delete: [owner.id] }, other)).rejects.toMatchObject(REFUSED);
  await expect(members(id, { delete: [member.id] })).rejects.toMatchObject(REFUSED);
  await members(id, { delete: [other.id] }, other);
  await update(id, { can_leave_group: { new: roles['role:nobody'] } });
  await members(id, { add: [other.id], delete: [guest.id] });
  await expect(members(id, { delete: [other.id] }, other)).rejects.toMatchObject(REFUSED);
  const told = (await heard()).flatMap((event) => ('user_ids' in event ? [[event.op, event.user_ids]] : []));
  expect(told).toEqual([
    ['add_members', [other.id]],
    ['add_members', [owner.id, guest.id]],
    ['remove_members', [other.id]],
    ['add_members', [other.id]],
    ['remove_members', [guest.id]],
  ]);
  expect((await groupNow(id))?.members).toEqual([owner.id, other.id]);
});

test('a step that is refused takes back the steps before it', async () => {
  const id = await create();
  await expect(members(id, { add: [other.id], add_subgroups: [NOBODY] })).rejects.toMatchObject(REFUSED);
  expect((await groupNow(id))?.members).toEqual([]);
});

test('groups inside groups: at any depth, without circles, with the groups of the roles', async () => {
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
  await subgroups(b, { add: [c, roles['role:administrators']] });
  await expect(subgroups(c, { add: [a] })).rejects.toMatchObject(REFUSED);
  await expect(subgroups(c, { add: [b] })).rejects.toMatchObject(REFUSED);
  const by = member.connection;
  expect(await by.call(getUserGroupSubgroups, { user_group_id: a })).toMatchObject({
    subgroups: [roles['role:owners'], roles['role:administrators'], b, c],
  });
  expect(
    await by.call(getUserGroupSubgroups, { user_group_id: a, direct_subgroup_only: true }),
  ).toMatchObject({ subgroups: [b] });
  expect(await by.call(getUserGroupSubgroups, { user_group_id: roles['role:moderators'] })).toMatchObject({
    subgroups: [roles['role:owners'], roles['role:administrators']],
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
  expect(await isIn(roles['role:members'], owner.id)).toBe(true);
  expect(await isIn(roles['role:members'], owner.id, true)).toBe(false);
  await expect(isIn(a, NOBODY)).rejects.toMatchObject(REFUSED);
  await expect(isIn(NOBODY, owner.id)).rejects.toMatchObject(REFUSED);
  await update(a, { can_add_members_group: { new: list([member.id, other.id]) } });
  await subgroups(a, { add: [roles['role:nobody']] }, other);
  await expect(subgroups(a, { delete: [b] }, other)).rejects.toMatchObject(REFUSED);
  await expect(subgroups(a, { delete: [c] })).rejects.toMatchObject(REFUSED);
  await subgroups(a, { delete: [b] });
  await subgroups(c, { add: [a] });
});

test('requests that would put groups into each other at the same time cannot make a circle', async () => {
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

test('a group that is in use is not deactivated, and it says where', async () => {
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
  await owner.connection.call(updateRealm, { can_create_bots_group: { new: roles['role:members'] } });
  await deactivate(used);
  await expect(deactivate(used)).rejects.toMatchObject(REFUSED);
});

test('a channel that gives a permission to a group objects until it is archived', async () => {
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

test('a group is not given a permission while it is being deactivated', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [id, another] = [await create(), await create()];
    const [gone, given] = await Promise.allSettled([
      deactivate(id),
      update(another, { can_mention_group: { new: id } }),
    ]);
    expect([gone.status, given.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  }
});

test('deactivated groups are left out, hold nothing new, and come back', async () => {
  const id = await create({ members: [other.id] });
  const knowing = await listenKnowing(guest);
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
  const heard = (events: readonly object[]) => events.map((event) => ({ ...event, id: undefined }));
  expect(heard(await knowing())).toEqual([
    change({ deactivated: true }),
    change({ name: 'renamed in its sleep' }),
    change({ deactivated: false }),
  ]);
  expect(heard(await plain())).toMatchObject([
    { op: 'remove', group_id: id },
    { op: 'add', group: { id, name: 'renamed in its sleep', deactivated: false, members: [other.id] } },
  ]);
});

test('users without an active account are in no list, and are told again when they are back', async () => {
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
  const heard = await listen(guest, ['user_group', 'realm']);
  await owner.connection.call(reactivateUser, { user_id: user.id });
  expect(await heard()).toEqual(
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
  await owner.connection.call(updateRealm, { can_create_bots_group: { new: roles['role:members'] } });
});

async function realmNow() {
  const row = await pool().first(q.selectFrom('realm').selectAll().where('id', '=', server.realmId));
  if (row === undefined) throw new Error('The organization is gone.');
  return row;
}

test('who is listed holds a permission, except guests where everyone may not', async () => {
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
  expect([outer, id, roles['role:everyone'], roles['role:internet']].every((one) => all.has(one))).toBe(true);
  expect(all.has(roles['role:members'])).toBe(false);
  const everyGroup = await pool().all(sql<{ id: number }>`select id from user_group`);
  const ids = everyGroup.map((group) => group.id);
  for (const user of [aGuest, aMember, await rowOf(owner.id), await rowOf(bot.id)]) {
    const down = await groupsWith(pool(), server.realmId, ids, user);
    const up = await groupsOf(pool(), server.realmId, user);
    expect([...down].toSorted((a, b) => a - b)).toEqual([...up].toSorted((a, b) => a - b));
  }
});

test('a role that changes moves users through the groups that contain roles', async () => {
  const id = await create({ subgroups: [roles['role:moderators']] });
  const user = await server.user();
  const isIn = async () => {
    const answer = await member.connection.call(getIsUserGroupMember, {
      user_group_id: id,
      user_id: user.id,
    });
    return answer.is_user_group_member;
  };
  expect(await isIn()).toBe(false);
  await owner.connection.call(updateUser, { user_id: user.id, role: 300 });
  expect(await isIn()).toBe(true);
});

test('a private channel comes into sight with the group that sees it, and goes out of it', async () => {
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
  const heard = await listen(other, ['stream', 'subscription']);
  const heardByGuest = await listen(guest, ['stream', 'subscription']);
  await members(inner, { add: [other.id, guest.id] });
  await see();
  expect(await heard()).toMatchObject([
    { type: 'stream', op: 'create', streams: [{ name: 'secret garden' }] },
    { type: 'subscription', op: 'peer_add', user_ids: [member.id] },
  ]);
  await members(outer, { delete_subgroups: [inner] });
  await expect(see()).rejects.toMatchObject(REFUSED);
  expect(await heard()).toMatchObject([{ type: 'stream', op: 'delete' }]);
  expect(await heardByGuest()).toEqual([]);
});

test('groups of another organization do not exist', async () => {
  const realmId = await server.realm('elsewhere');
  const stranger = await server.user({ realmId, host: 'elsewhere.parley.test', role: 100 });
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
