import { roles } from '@parley/contract/rights/roles.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  updateUserGroup,
  updateUserGroupMembers,
} from '@parley/contract/endpoints/groups.ts';
import { updateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { systemGroupIds, type SystemGroupIds } from './rows.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';

let server: TestServer;
let owner: TestUser;
let member: TestUser;
let other: TestUser;
let systemGroups: SystemGroupIds;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  member = await server.user();
  other = await server.user();
  systemGroups = await systemGroupIds(server.server.world.pool, server.realmId);
});
afterAll(() => server.stop());

function pool() {
  return server.server.world.pool;
}

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

test('one of two concurrent requests for the same group name is refused', async () => {
  const made = await Promise.allSettled([
    create({ name: 'twice' }),
    create({ name: 'twice' }, owner),
    create({ name: 'twice' }, other),
  ]);
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
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
