import { roles } from '@parley/contract/rights/roles.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { deactivateUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { systemGroups } from '@parley/contract/objects/permission-settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { hasRealmPermission, grantedPermissions } from './permissions.ts';
import { promoteFullMembers } from './promote-full-members.ts';
import { systemGroupIds } from './rows.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

let server: TestServer;
let owner: TestUser;
let guest: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  guest = await server.user({ role: roles.guest });
});
afterAll(() => server.stop());

function pool() {
  return server.server.world.pool;
}

async function rowOf(id: number): Promise<UserRow> {
  const row = await pool().first(q.selectFrom('realm_user').selectAll().where('id', '=', id));
  if (row === undefined) throw new Error('Nobody has this id.');
  return row;
}

async function groupsNow() {
  const state = await owner.connection.call(registerQueue, { fetch_event_types: ['realm_user_groups'] });
  return state.realm_user_groups ?? [];
}

async function membersOf(name: string) {
  return (await groupsNow()).find((group) => group.name === name)?.members;
}

test('a new organization has the eight nested system groups, which no user can change', async () => {
  const groups = await groupsNow();
  const ids = await systemGroupIds(pool(), server.realmId);
  expect(groups.map((group) => group.name)).toEqual([...systemGroups]);
  expect(groups.map((group) => group.id)).toEqual(systemGroups.map((name) => ids[name]));
  for (const group of groups)
    expect(group).toMatchObject({
      is_system_group: true,
      deactivated: false,
      creator_id: null,
      date_created: null,
      can_manage_group: ids['role:nobody'],
      can_mention_group: ids['role:nobody'],
    });
  expect(groups.find((group) => group.name === 'role:members')?.direct_subgroup_ids).toEqual([
    ids['role:fullmembers'],
  ]);
  expect(await membersOf('role:owners')).toEqual([owner.id]);
  expect(await membersOf('role:everyone')).toEqual([guest.id]);
});

test('a role change moves users and bots between system groups and is published to everyone', async () => {
  const user = await server.user();
  const ids = await systemGroupIds(pool(), server.realmId);
  const received = await listen(guest, ['user_group']);
  await owner.connection.call(updateUser, { user_id: user.id, role: roles.moderator });
  const moved = (op: string, group: (typeof systemGroups)[number]) => ({
    type: 'user_group',
    op,
    group_id: ids[group],
    user_ids: [user.id],
  });
  expect(await received()).toMatchObject([
    moved('remove_members', 'role:fullmembers'),
    moved('remove_members', 'role:members'),
    moved('add_members', 'role:moderators'),
  ]);
  await owner.connection.call(deactivateUser, { user_id: user.id });
  expect(await membersOf('role:moderators')).toEqual([]);
  expect(await received()).toEqual([]);
  await owner.connection.call(reactivateUser, { user_id: user.id });
  expect(await received()).toMatchObject([moved('add_members', 'role:moderators')]);
  const bot = await owner.connection.call(createBot, { short_name: 'grouped', full_name: 'Grouped' });
  expect(await membersOf('role:members')).toContain(bot.user_id);
});

test('members become full members after the waiting period', async () => {
  const realmId = await server.realm('patient');
  const host = 'patient.parley.test';
  await pool().all(sql`update realm set settings = '{"waiting_period_threshold": 3}' where id = ${realmId}`);
  const boss = await server.user({ realmId, host, role: roles.owner });
  const fresh = await server.user({ realmId, host });
  const seasoned = await server.user({ realmId, host });
  const received = await listen(boss, ['user_group']);
  await promoteFullMembers(server.server.world);
  expect(await received()).toEqual([]);
  await pool().all(
    sql`update realm_user set date_joined = now() - interval '73 hours' where id = ${seasoned.id}`,
  );
  await promoteFullMembers(server.server.world);
  await promoteFullMembers(server.server.world);
  const ids = await systemGroupIds(pool(), realmId);
  expect(await received()).toMatchObject([
    { op: 'add_members', group_id: ids['role:fullmembers'], user_ids: [seasoned.id] },
  ]);
  expect((await rowOf(fresh.id)).is_full_member).toBe(false);
  await boss.connection.call(updateUser, { user_id: fresh.id, role: roles.moderator });
  await boss.connection.call(updateUser, { user_id: fresh.id, role: roles.member });
  expect((await rowOf(fresh.id)).is_full_member).toBe(false);
});

test('members of the granted groups have a permission, except guests if it cannot be granted to everyone', async () => {
  const ids = await systemGroupIds(pool(), server.realmId);
  const [member, visitor] = [await rowOf((await server.user()).id), await rowOf(guest.id)];
  const has = (user: UserRow, permissions: Record<string, number> = {}) =>
    hasRealmPermission(pool(), { id: server.realmId, permissions }, user, 'can_create_bots_group');
  expect(await has(member)).toBe(true);
  expect(await has(visitor)).toBe(false);
  expect(await has(member, { can_create_bots_group: ids['role:moderators'] })).toBe(false);
  expect(await has(visitor, { can_create_bots_group: ids['role:everyone'] })).toBe(false);
  expect(await has({ ...member, is_active: false })).toBe(false);

  const group = async (name: string | null) => {
    const row = await pool().first(
      q.insertInto('user_group').values({ realm_id: server.realmId, name }).returning('id'),
    );
    return row?.id ?? 0;
  };
  const [listed, outer, unrelated] = [await group(null), await group('outer'), await group('unrelated')];
  await pool().all(
    q.insertInto('group_member').values({ realm_id: server.realmId, group_id: listed, user_id: member.id }),
  );
  await pool().all(
    q.insertInto('group_subgroup').values([
      { realm_id: server.realmId, group_id: outer, subgroup_id: listed },
      { realm_id: server.realmId, group_id: unrelated, subgroup_id: ids['role:owners'] },
    ]),
  );
  expect(await has(member, { can_create_bots_group: listed })).toBe(true);
  expect(await has(member, { can_create_bots_group: outer })).toBe(true);
  expect(await has(member, { can_create_bots_group: unrelated })).toBe(false);
  expect(await has(await rowOf(owner.id), { can_create_bots_group: unrelated })).toBe(true);
  const held = await grantedPermissions(
    pool(),
    { id: server.realmId, permissions: { can_create_bots_group: outer, can_create_groups: unrelated } },
    member,
    ['can_create_bots_group', 'can_create_groups', 'can_invite_users_group'],
  );
  expect([...held]).toEqual(['can_create_bots_group', 'can_invite_users_group']);
});
