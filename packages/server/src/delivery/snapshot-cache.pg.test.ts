import { ApiError, createConnection } from '@parley/client/connection.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  updateUserGroup,
  updateUserGroupMembers,
} from '@parley/contract/endpoints/groups.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { createCustomProfileField, updateProfileData } from '@parley/contract/endpoints/profile-fields.ts';
import { deleteQueue, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { archiveStream, getStreams, updateStream } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { deactivateUser, reactivateUser } from '@parley/contract/endpoints/users.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql, type Query } from '../engine/db/sql.ts';
import { shownColumns } from '../organization/users/present.ts';
import { startServer, type RunningServer } from '../app/start.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { createCast, watchersOf, type Cast } from '@parley/test-support/replay/cast.ts';
import { anyChange } from '@parley/test-support/replay/storm.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import { untilRead } from '@parley/test-support/until-read.ts';

let server: TestServer;
/** A node on the same database without a snapshot cache. */
let uncached: RunningServer;

beforeAll(async () => {
  server = await startTestServer();
  const { config } = server.server.world;
  uncached = await startServer(
    { ...config, listen: { ...config.listen, port: 0 } },
    { shared: { read: (_key, _version, load) => load(undefined), clear: () => {} } },
  );
});
afterAll(async () => {
  await uncached.stop();
  await server.stop();
});

type Watcher = ReturnType<typeof watchersOf>[number];

/** The response to a registration, without the members that differ each time. */
async function registeredState({ user, parameters }: Watcher, url: string): Promise<unknown> {
  const { email, apiKey } = user;
  const connection = createConnection({ url, credentials: { email, apiKey } });
  const { queue_id, server_timestamp: _, ...state } = await connection.call(registerQueue, parameters);
  await connection.call(deleteQueue, { queue_id });
  return state;
}

test.each([1, 2])(
  '[Q-6] after any change a node with a cache responds like a node without one (seed %d)',
  async (seed) => {
    const cast = await createCast(server);
    const bystander = await server.user({ fullName: `Bystander ${seed}` });
    const field = await cast.owner.connection.call(createCustomProfileField, {
      name: `About ${seed}`,
      field_type: 1,
    });
    const { group_id } = await cast.owner.connection.call(createUserGroup, {
      name: `Team ${seed}`,
      description: '',
      members: [],
    });
    const random = seeded(seed);
    const watchers = watchersOf(cast);
    for (let count = 0; count < 25; count += 1) {
      await (random.chance(0.3)
        ? anyChange(cast, bystander, random)
        : ignoreRefusal(changeCachedData(cast, bystander, { field: field.id, group: group_id }, random)));
      const watcher = random.pick(watchers);
      expect(await registeredState(watcher, server.url)).toEqual(
        await registeredState(watcher, uncached.url),
      );
    }
    for (const watcher of watchers)
      expect(await registeredState(watcher, server.url)).toEqual(
        await registeredState(watcher, uncached.url),
      );
  },
);

async function ignoreRefusal(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }
}

const NAMES = ['a', 'b', 'c'];

async function changeCachedData(
  { owner, member, hero, guest, administrator }: Cast,
  bystander: TestUser,
  { field, group: user_group_id }: { readonly field: number; readonly group: number },
  random: Seeded,
): Promise<unknown> {
  const me = random.pick([member, hero, guest, administrator]);
  const { streams } = await owner.connection.call(getStreams, { include_all: true, exclude_archived: false });
  const stream_id = streams.length === 0 ? 0 : random.pick(streams).stream_id;
  const name = random.pick(NAMES);
  const changes: (() => Promise<unknown>)[] = [
    () =>
      owner.connection.call(subscribe, {
        subscriptions: [{ name }],
        principals: [me.id, bystander.id],
        invite_only: random.chance(0.5),
      }),
    () => owner.connection.call(unsubscribe, { subscriptions: [name], principals: [me.id] }),
    () => owner.connection.call(updateStream, { stream_id, description: `About ${random.below(9)}` }),
    () => owner.connection.call(updateStream, { stream_id, is_private: random.chance(0.5) }),
    () =>
      owner.connection.call(updateStream, {
        stream_id,
        can_administer_channel_group: { new: { direct_members: [me.id], direct_subgroups: [] } },
      }),
    () => owner.connection.call(archiveStream, { stream_id }),
    () =>
      owner.connection.call(createUserGroup, { name: `g${random.below(9)}`, description: '', members: [] }),
    () =>
      owner.connection.call(updateUserGroupMembers, {
        user_group_id,
        ...(random.chance(0.5) ? { add: [me.id] } : { delete: [me.id] }),
      }),
    () => owner.connection.call(updateUserGroup, { user_group_id, description: `For ${random.below(9)}` }),
    () => owner.connection.call(deactivateUserGroup, { user_group_id }),
    () =>
      me.connection.call(updateProfileData, {
        data: [{ id: field, value: `Something ${random.below(9)}` }],
      }),
    () => owner.connection.call(deactivateUser, { user_id: bystander.id }),
    () => owner.connection.call(reactivateUser, { user_id: bystander.id }),
    () => me.connection.call(updatePresence, { status: random.pick(['active', 'idle'] as const) }),
  ];
  return random.pick(changes)();
}

function run(query: Query<unknown>) {
  return server.server.world.pool.all(query);
}

test('every user column shown to other users raises the version of users', async () => {
  const rows = await server.server.world.pool.all(
    sql<{ name: string }>`
      select a.attname::text as name from pg_trigger t
      join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = any (t.tgattr::int2[])
      where t.tgrelid = 'realm_user'::regclass and t.tgname = 'version'`,
  );
  const unchanging = ['realm_id', 'id'];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    shownColumns.filter((name) => !unchanging.includes(name)).toSorted(),
  );
});

async function versions(realmId: number): Promise<Record<string, number>> {
  const [row] = await server.server.world.pool.all(
    sql<
      Record<string, number>
    >`select users, roster, groups, channels from realm_head where realm_id = ${realmId}`,
  );
  return row ?? {};
}

function send({ connection }: TestUser): Promise<unknown> {
  return connection.call(sendMessage, { type: 'channel', to: 'Here', topic: 'Plans', content: 'Well' });
}

function anyUserIn(realm: number) {
  return sql`(select min(id) from realm_user where realm_id = ${realm} and bot_type is null)`;
}

const CHANGES: readonly [string | readonly string[], string, (realm: number) => Query<unknown>][] = [
  ['users', 'user', (realm) => sql`update realm_user set timezone = 'UTC' where realm_id = ${realm}`],
  [
    ['users', 'roster'],
    'user in another role',
    (realm) => sql`update realm_user set role = 300 where realm_id = ${realm} and role = 400`,
  ],
  [
    'users',
    'profile_value',
    (realm) => sql`insert into profile_value (realm_id, user_id, field_id, value)
      select realm_id, ${anyUserIn(realm)}, min(id), 'x' from profile_field where realm_id = ${realm} group by realm_id`,
  ],
  ['groups', 'user_group', (realm) => sql`insert into user_group (realm_id, name) values (${realm}, 'Some')`],
  [
    'groups',
    'group_member',
    (realm) => sql`insert into group_member (realm_id, group_id, user_id)
      select realm_id, min(id), ${anyUserIn(realm)} from user_group where realm_id = ${realm} group by realm_id`,
  ],
  [
    'groups',
    'group_subgroup',
    (realm) => sql`insert into group_subgroup (realm_id, group_id, subgroup_id)
      select realm_id, min(id), max(id) from user_group where realm_id = ${realm} group by realm_id`,
  ],
  ['channels', 'channel', (realm) => sql`update channel set description = 'x' where realm_id = ${realm}`],
];

test('a change of a cached table raises its versions once, and no other version', async () => {
  const realm = await server.realm('raising');
  const owner = await server.user({ realmId: realm, host: 'raising.parley.test', role: roles.owner });
  await owner.connection.call(subscribe, { subscriptions: [{ name: 'Here' }] });
  await owner.connection.call(createCustomProfileField, { name: 'About', field_type: 1 });
  await server.user({ realmId: realm, host: 'raising.parley.test' });
  for (const [raised, table, change] of CHANGES) {
    const before = await versions(realm);
    await run(change(realm));
    const after = Object.entries(before).map(([name, version]) => [
      name,
      [raised].flat().includes(name) ? version + 1 : version,
    ]);
    expect([table, await versions(realm)]).toEqual([table, Object.fromEntries(after)]);
  }
});

test('messages and presence reports raise no version', async () => {
  const { owner } = await createCast(server);
  await owner.connection.call(subscribe, { subscriptions: [{ name: 'Here' }] });
  await send(owner);
  const before = await versions(owner.realmId);
  await send(owner);
  await owner.connection.call(updatePresence, { status: 'active' });
  expect(await versions(owner.realmId)).toEqual(before);
});

type Reads = { statements: number; rows: number };

/** The statements and rows that one registration reads. Other connections may be used meanwhile, for single statements. */
async function countReads(user: TestUser): Promise<Reads> {
  const { pool } = server.server.world;
  const connect = pool.connect.bind(pool);
  const byConnection: Reads[] = [];
  const connectSpy = vi.spyOn(pool, 'connect').mockImplementation(async () => {
    const counts: Reads = { statements: 0, rows: 0 };
    byConnection.push(counts);
    return counting(await connect(), counts);
  });
  await user.connection.call(registerQueue, { slim_presence: true, include_subscribers: 'true' });
  connectSpy.mockRestore();
  return byConnection.toSorted((a, b) => b.statements - a.statements)[0] ?? { statements: 0, rows: 0 };
}

function counting(client: PoolClient, counts: Reads): PoolClient {
  const query = client.query.bind(client) as (args: unknown) => Promise<{ rows?: unknown[] }>;
  const counted = async (args: unknown) => {
    const answer = await query(args);
    counts.statements += 1;
    counts.rows += answer.rows?.length ?? 0;
    return answer;
  };
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') return counted;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const CROWD_SIZE = 2_000;

test('the rows read for a registration grow with the number of changed users, not of all', async () => {
  const realmId = await server.realm('growing');
  const host = 'growing.parley.test';
  const [first, second] = [
    await server.user({ realmId, host, role: roles.owner }),
    await server.user({ realmId, host }),
  ];
  await first.connection.call(subscribe, { subscriptions: [{ name: 'All' }], principals: [second.id] });
  const reading = async () => {
    // Readers of the log use connections too.
    await untilRead(server.server.world.pool);
    const cold = await countReads(second);
    return { cold, warm: await countReads(second) };
  };
  await run(sql`insert into presence_head (realm_id) values (${realmId})`);
  const few = await reading();
  await run(sql`
    insert into realm_user (realm_id, delivery_email, full_name, role, key_hash, key_sealed)
    select ${realmId}, 'crowd' || n || '@example.com', 'Crowd ' || n, 400,
      sha256(convert_to('crowd ' || n, 'UTF8')), ''
    from generate_series(1, ${CROWD_SIZE}::int) as n`);
  await run(sql`
    insert into subscription (realm_id, user_id, channel_id, color)
    select ${realmId}, p.id, c.id, '#76ce90' from realm_user p join channel c using (realm_id)
    where realm_id = ${realmId} and p.full_name like 'Crowd %' and c.name = 'All'`);
  await run(sql`
    update channel set subscriber_count = subscriber_count + ${CROWD_SIZE} where realm_id = ${realmId} and name = 'All'`);
  await run(sql`
    insert into presence (realm_id, user_id, active_at, idle_at, update_id)
    select realm_id, id, now(), now(), id from realm_user where realm_id = ${realmId}`);
  await run(sql`update presence_head set last_id = 1000000 where realm_id = ${realmId}`);
  const many = await reading();
  expect(many.cold.rows).toBeGreaterThan(2 * CROWD_SIZE);
  expect(many.warm).toEqual(few.warm);
  // Presence of many users may be a second old.
  await pause(1_100);
  await run(sql`update presence_head set last_id = last_id + 1 where realm_id = ${realmId}`);
  await reading();
  const changeOf = (columns: Query<unknown>) =>
    sql`update realm_user set ${columns} where realm_id = ${realmId} and full_name like 'Crowd 7_'`;
  await run(changeOf(sql`timezone = 'Asia/Kolkata'`));
  const changed = await reading();
  expect(changed.cold.rows).toBeLessThan(changed.warm.rows + 50);
  await run(changeOf(sql`is_active = false`));
  const deactivated = await reading();
  expect(deactivated.cold.rows).toBeLessThan(deactivated.warm.rows + 100);
});
