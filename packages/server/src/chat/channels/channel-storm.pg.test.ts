import { roles } from '@parley/contract/rights/roles.ts';
import { ApiError } from '@parley/client/connection.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { archiveStream, getStreams, updateStream } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe, updateSubscriptions } from '@parley/contract/endpoints/subscribing.ts';
import { deactivateUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';

let server: TestServer;
let owner: TestUser;
let users: TestUser[];

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  users = [];
  for (let n = 0; n < 6; n += 1) users.push(await server.user());
});
afterAll(() => server.stop());

const NAMES = ['a', 'b', 'c', 'd'];

async function changeAtRandom(random: Seeded): Promise<unknown> {
  const [me, other] = [random.pick(users), random.pick(users)];
  const some = NAMES.filter(() => random.chance(0.5));
  const { streams } = await owner.connection.call(getStreams, { include_all: true, exclude_archived: false });
  const stream_id = streams.length === 0 ? 0 : random.pick(streams).stream_id;
  const changes: (() => Promise<unknown>)[] = [
    () =>
      me.connection.call(subscribe, {
        subscriptions: some.map((name) => ({ name })),
        principals: [me.id, other.id],
        authorization_errors_fatal: false,
      }),
    () => me.connection.call(unsubscribe, { subscriptions: some }),
    () =>
      me.connection.call(updateSubscriptions, {
        add: some.map((name) => ({ name })),
        delete: NAMES.filter((name) => !some.includes(name)),
      }),
    () => owner.connection.call(unsubscribe, { subscriptions: some, principals: [me.id, other.id] }),
    () => owner.connection.call(updateStream, { stream_id, is_private: random.chance(0.5) }),
    () => owner.connection.call(updateStream, { stream_id, new_name: random.pick(NAMES) }),
    () => owner.connection.call(archiveStream, { stream_id }),
    () => owner.connection.call(updateStream, { stream_id, is_archived: false }),
    () => owner.connection.call(deactivateUser, { user_id: me.id }),
    () => owner.connection.call(reactivateUser, { user_id: me.id }),
    () => owner.connection.call(updateUser, { user_id: me.id, role: random.pick([300, 400, 600] as const) }),
  ];
  return random.pick(changes)();
}

test('concurrent changes leave counts and periods consistent with the rows', async () => {
  const random = seeded(4);
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let n = 0; n < 40; n += 1)
      await changeAtRandom(random).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status >= 500) failures.push(error);
      });
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(worker));
  expect(failures).toEqual([]);
  const { pool } = server.server.world;
  expect(
    await pool.all(
      sql`select c.id, c.subscriber_count, count(p.id) from channel c
        left join subscription s on s.realm_id = c.realm_id and s.channel_id = c.id and s.is_active
        left join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id and p.is_active
        group by c.realm_id, c.id having c.subscriber_count <> count(p.id)`,
    ),
  ).toEqual([]);
  // Exactly the subscribers with an active account have an open period.
  expect(
    await pool.all(
      sql`select s.user_id, s.channel_id, s.periods::text from subscription s
        join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id
        where (s.is_active and p.is_active) <> upper_inf(s.periods)
          or (s.is_active and p.is_active) <> upper_inf(s.ordinals)`,
    ),
  ).toEqual([]);
});
