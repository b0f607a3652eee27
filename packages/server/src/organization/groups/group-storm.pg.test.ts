import { ApiError } from '@parley/client/connection.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  getUserGroups,
  updateUserGroup,
  updateUserGroupMembers,
} from '@parley/contract/endpoints/groups.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { deactivateUser, reactivateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { createCast, watchersOf } from '@parley/test-support/replay/cast.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import { startReplay, type Replay } from '@parley/test-support/replay/replay.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const WRITERS = 6;
const CHANGES_PER_WRITER = 25;
const REGISTRATIONS = 10;
const GROUPS = 5;

test.each([1, 2])(
  'concurrent group changes create no cycles, and client states match a new snapshot (seed %d)',
  async (seed) => {
    const cast = await createCast(server);
    const bystander = await server.user({ fullName: `Bystander ${seed}` });
    const users = [cast.member.id, cast.guest.id, cast.hero.id, cast.bot.id, bystander.id];
    const groups = await Promise.all(
      Array.from({ length: GROUPS }, (_, n) => createGroup(cast.owner, `storm ${seed}-${n}`)),
    );
    const watchers = watchersOf(cast);
    const replays: Replay[] = [];
    const writer = async (n: number): Promise<void> => {
      const random = seeded(seed * 1000 + n);
      for (let count = 0; count < CHANGES_PER_WRITER; count += 1)
        await tolerant(() => anyChange(cast.owner, { groups, users, bystander, random }));
    };
    const registrar = async (): Promise<void> => {
      const random = seeded(seed);
      for (let count = 0; count < REGISTRATIONS; count += 1)
        replays.push(await startReplay([random.pick(watchers)]));
    };
    await Promise.all([registrar(), ...Array.from({ length: WRITERS }, (_, n) => writer(n))]);
    const differences = await Promise.all(replays.map((replay) => replay.run(async () => {})));
    expect(differences.flat()).toEqual([]);
    expect(await cycles()).toEqual([]);
    expect(await unusedUnnamedGroups()).toEqual([]);
  },
);

async function createGroup(who: TestUser, name: string): Promise<number> {
  return (await who.connection.call(createUserGroup, { name, description: '', members: [] })).group_id;
}

/** Ignores requests that the server refuses. */
async function tolerant(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }
}

type Setup = {
  readonly groups: readonly number[];
  readonly users: readonly number[];
  readonly bystander: TestUser;
  readonly random: Seeded;
};

function anyChange({ connection }: TestUser, { groups, users, bystander, random }: Setup) {
  const user_group_id = random.pick(groups);
  const inner = [random.pick(groups)];
  const userIds = [random.pick(users)];
  const value = random.pick([
    { direct_members: [random.pick(users), random.pick(users)], direct_subgroups: [] },
    { direct_members: userIds, direct_subgroups: inner },
    { direct_members: [], direct_subgroups: inner },
  ]);
  const changes = [
    () => connection.call(updateUserGroupMembers, { user_group_id, add: userIds }),
    () => connection.call(updateUserGroupMembers, { user_group_id, delete: userIds }),
    () => connection.call(updateUserGroupMembers, { user_group_id, add_subgroups: inner }),
    () => connection.call(updateUserGroupMembers, { user_group_id, delete_subgroups: inner }),
    () => connection.call(updateUserGroup, { user_group_id, name: `storm ${random.below(1e9)}` }),
    () => connection.call(updateUserGroup, { user_group_id, can_join_group: { new: value } }),
    () => connection.call(updateUserGroup, { user_group_id, deactivated: false }),
    () => connection.call(deactivateUserGroup, { user_group_id }),
    () => connection.call(updateRealm, { can_create_public_channel_group: { new: value } }),
    () => connection.call(getUserGroups, { include_deactivated_groups: true }),
    () => connection.call(deactivateUser, { user_id: bystander.id }),
    () => connection.call(reactivateUser, { user_id: bystander.id }),
  ];
  return random.pick<() => Promise<unknown>>(changes)();
}

function cycles() {
  return server.server.world.pool.all(
    sql`with recursive inside (root, id) as (
          select group_id, subgroup_id from group_subgroup
          union select inside.root, s.subgroup_id from inside join group_subgroup s on s.group_id = inside.id
        ) select root from inside where root = id`,
  );
}

/** Unnamed groups that hold no permission. */
function unusedUnnamedGroups() {
  return server.server.world.pool.all(
    sql`select g.id from user_group g
        where g.name is null and g.id not in (
          select held.id::bigint from (
            select permissions from realm
            union all select permissions from user_group
            union all select permissions from channel
          ) as place, jsonb_each_text(place.permissions) as held (name, id)
        )`,
  );
}
