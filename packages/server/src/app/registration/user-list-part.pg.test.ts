import { createClient } from '@parley/client/client.ts';
import type { LiveState, State } from '@parley/client';
import { completeUsers } from '@parley/client/user-list.ts';
import { deleteQueue, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import {
  deactivateUser,
  getUserListPart,
  reactivateUser,
  updateUser,
} from '@parley/contract/endpoints/users.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../../engine/db/sql.ts';
import { systemGroupIds } from '../../organization/groups/rows.ts';

/** More active users than one part has. */
const CROWD_SIZE = 6_500;

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let crowd: number[];

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  ada = await server.user();
  for (let from = 1; from <= CROWD_SIZE; from += 500)
    await server.server.world.pool.all(sql`
      insert into realm_user (realm_id, delivery_email, full_name, role, is_active, key_hash, key_sealed)
      select ${owner.realmId}, 'crowd' || n || '@example.com', 'Crowd ' || n, 400, n % 10 > 0,
        sha256(convert_to('crowd ' || n, 'UTF8')), ''
      from generate_series(${from}::int, ${from + 499}::int) as n`);
  const rows = await server.server.world.pool.all(
    sql<{ id: number }>`select id from realm_user where full_name like 'Crowd %' order by id`,
  );
  crowd = rows.map(({ id }) => id);
});
afterAll(() => server.stop());

const fetch_event_types = ['realm_user'];
const anyTime = new AbortController().signal;

async function register({ connection }: TestUser, users_since?: string): Promise<State> {
  const state = await connection.call(registerQueue, {
    event_types: ['realm_user'],
    fetch_event_types,
    client_capabilities: { notification_settings_null: true, user_list_incomplete: true },
    ...(users_since === undefined ? {} : { users_since }),
  });
  await connection.call(deleteQueue, { queue_id: state.queue_id });
  return state;
}

function usersOf({ realm_users, realm_non_active_users }: State) {
  return { realm_users, realm_non_active_users };
}

/** Changes random users while a list is fetched. */
async function changeSome(seed: number): Promise<void> {
  const random = seeded(seed);
  for (let count = 0; count < 3; count += 1) {
    const user_id = random.pick(crowd);
    await owner.connection
      .call(updateUser, { user_id, full_name: `Renamed ${seed} ${count}` })
      .catch(() => {});
    const other = { user_id: random.pick(crowd) };
    await owner.connection.call(random.chance(0.5) ? deactivateUser : reactivateUser, other).catch(() => {});
  }
}

/** A connection that changes users before every part. */
function changing({ connection }: TestUser, seed: number): TestUser['connection'] {
  let parts = 0;
  const call = async (...args: unknown[]): Promise<unknown> => {
    parts += 1;
    await changeSome(seed * 10 + parts);
    return (connection.call as (...args: unknown[]) => Promise<unknown>)(...args);
  };
  return { ...connection, call: call as never };
}

test.each([1, 2, 3])(
  '[EQ32] [EQ33] parts add up to the whole list while users change (seed %d)',
  async (seed) => {
    const first = await register(ada, '');
    expect(first).toMatchObject({ users_restart: true, users_complete: false });
    expect(first.realm_users?.length).toBeLessThan(5_500);
    await changeSome(seed * 100);
    const whole = await completeUsers(changing(ada, seed), first, undefined, true, anyTime);
    expect(usersOf(whole)).toEqual(usersOf(await register(ada)));
  },
);

test('[EQ34] a client that has the list gets only the users who changed since', async () => {
  const known = await completeUsers(ada.connection, await register(ada, ''), undefined, true, anyTime);
  const none = await register(ada, known.users_version);
  expect(none).toMatchObject({ realm_users: [], realm_non_active_users: [], users_complete: true });
  const [renamed = 0, deactivated = 0] = known.realm_users?.slice(5_000).map(({ user_id }) => user_id) ?? [];
  await owner.connection.call(updateUser, { user_id: renamed, full_name: 'Renamed again' });
  await owner.connection.call(deactivateUser, { user_id: deactivated });
  const some = await register(ada, known.users_version);
  expect(some).toMatchObject({
    realm_users: [{ user_id: renamed, full_name: 'Renamed again' }],
    realm_non_active_users: [{ user_id: deactivated }],
    users_complete: true,
    users_restart: false,
  });
  const whole = await completeUsers(ada.connection, some, known, true, anyTime);
  expect(usersOf(whole)).toEqual(usersOf(await register(ada)));
});

test('[EQ35] the list of another viewer, of another role, of another epoch or of nobody begins again', async () => {
  const known = await completeUsers(ada.connection, await register(ada, ''), undefined, true, anyTime);
  const since = known.users_version ?? '';
  for (const [viewer, version] of [
    [owner, since],
    [ada, 'nonsense'],
    [ada, since.replace(/^\d+/, '999999')],
  ] as const)
    expect(await register(viewer, version)).toMatchObject({ users_restart: true, users_complete: false });
  await owner.connection.call(updateUser, { user_id: ada.id, role: roles.moderator });
  expect(await register(ada, since)).toMatchObject({ users_restart: true });
  await owner.connection.call(updateUser, { user_id: ada.id, role: roles.member });
  expect(await register(ada, since)).toMatchObject({ users_restart: false });
  await server.server.world.epoch.begin('a test');
  expect(await register(ada, since)).toMatchObject({ users_restart: true });
});

test('[EQ36] a guest who sees only some users gets all of these, whatever the client has', async () => {
  const guest = await server.user({ role: roles.guest });
  const { users_version = '' } = await register(guest, '');
  const ids = await systemGroupIds(server.server.world.pool, owner.realmId);
  await owner.connection.call(updateRealm, { can_access_all_users_group: { new: ids['role:members'] } });
  const own = { user_id: guest.id };
  const hidden = {
    realm_users: [own],
    realm_non_active_users: [],
    users_complete: true,
    users_restart: true,
  };
  expect(await register(guest, users_version)).toMatchObject(hidden);
  expect(await guest.connection.call(getUserListPart, { users_since: users_version })).toMatchObject(hidden);
  await owner.connection.call(updateRealm, { can_access_all_users_group: { new: ids['role:everyone'] } });
});

async function untilLive(live: LiveState): Promise<State> {
  await eventually(() => expect(live.get().status).toBe('live'));
  const { state } = live.get();
  if (state === undefined) throw new Error('There is no state.');
  return state;
}

test('[EQ34] after a lost queue the SDK keeps the users that it has', async () => {
  const client = createClient({ url: server.url, email: ada.email, apiKey: ada.apiKey });
  const options = { register: { event_types: ['realm_user'] }, usersInParts: true, keepQueue: true };
  const before = client.live(options);
  const known = await untilLive(before);
  const from = before.cursor();
  await before.stop();
  expect(usersOf(known)).toEqual(usersOf(await register(ada)));
  if (from === undefined) throw new Error('There is no cursor.');
  await ada.connection.call(deleteQueue, { queue_id: from.queueId });
  const changed = known.realm_users?.[3_000]?.user_id ?? 0;
  await owner.connection.call(updateUser, { user_id: changed, full_name: 'Renamed while away' });
  const after = client.live({ ...options, from });
  const state = await untilLive(after);
  expect(usersOf(state)).toEqual(usersOf(await register(ada)));
  const kept = new Set(known.realm_users);
  expect(state.realm_users?.filter((user) => !kept.has(user)).map(({ user_id }) => user_id)).toEqual([
    changed,
  ]);
  await after.stop();
});
