import { roles } from '@parley/contract/rights/roles.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import {
  addDefaultStream,
  archiveStream,
  createChannel,
  getStreamById,
  removeDefaultStream,
  updateStream,
} from '@parley/contract/endpoints/streams.ts';
import { deactivateUser, reactivateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { systemGroupIds, type SystemGroupIds } from '../../organization/groups/rows.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let ada: TestUser;
let ben: TestUser;
let guest: TestUser;
let groups: SystemGroupIds;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  admin = await server.user({ role: roles.administrator });
  ada = await server.user();
  ben = await server.user();
  guest = await server.user({ role: roles.guest });
  groups = await systemGroupIds(server.server.world.pool, server.realmId);
});
afterAll(() => server.stop());

type Options = Omit<ArgumentsOf<typeof createChannel>, 'name' | 'subscribers'>;

async function createWith(options: Options = {}, ...users: TestUser[]): Promise<number> {
  count += 1;
  const subscribers = [ada, ...users].map(({ id }) => id);
  return (await ada.connection.call(createChannel, { name: `channel ${count}`, subscribers, ...options })).id;
}

type Change = Omit<ArgumentsOf<typeof updateStream>, 'stream_id'>;

function update(user: TestUser, stream_id: number, change: Change) {
  return user.connection.call(updateStream, { stream_id, ...change });
}

async function fetchChannel(id: number) {
  return (await owner.connection.call(getStreamById, { stream_id: id })).stream;
}

const refused = { code: 'BAD_REQUEST' };

test('a request that fails in one part changes nothing', async () => {
  const id = await createWith();
  await expect(update(ada, id, { description: 'never', folder_id: 999 })).rejects.toMatchObject(refused);
  expect((await fetchChannel(id)).description).toBe('');
});

test('only a user who reads a channel opens its old messages to later subscribers', async () => {
  const id = await createWith();
  await update(ada, id, { is_private: true, history_public_to_subscribers: false });
  for (const outsider of [owner, admin])
    await expect(update(outsider, id, { history_public_to_subscribers: true })).rejects.toMatchObject(
      refused,
    );
  expect(await fetchChannel(id)).toMatchObject({ history_public_to_subscribers: false });
  await update(ada, id, { history_public_to_subscribers: true });
  await update(owner, id, { history_public_to_subscribers: false });
  expect(await fetchChannel(id)).toMatchObject({ history_public_to_subscribers: false });
});

test('privacy has four kinds, and only a user who reads the channel can change it', async () => {
  const id = await createWith();
  await expect(update(ada, id, { history_public_to_subscribers: false })).rejects.toMatchObject(refused);
  await expect(update(ada, id, { is_web_public: true })).rejects.toMatchObject(refused);
  await update(ada, id, { is_private: true });
  expect(await fetchChannel(id)).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
  await expect(update(owner, id, { is_private: false })).rejects.toMatchObject(refused);
  await expect(
    update(admin, id, { can_subscribe_group: { new: groups['role:members'] } }),
  ).rejects.toMatchObject(refused);
  await expect(
    update(ada, id, { can_create_topic_group: { new: groups['role:members'] } }),
  ).rejects.toMatchObject(refused);
  await update(ada, id, { is_private: false });
  expect(await fetchChannel(id)).toMatchObject({ invite_only: false, history_public_to_subscribers: true });
});

test('retention needs an owner, default channels an administrator, delete policies a moderator', async () => {
  const id = await createWith();
  for (const user of [ada, admin])
    await expect(update(user, id, { message_retention_days: 5 })).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
  await update(owner, id, { message_retention_days: 'unlimited' });
  expect((await fetchChannel(id)).message_retention_days).toBe(-1);
  await expect(update(ada, id, { is_default_stream: true })).rejects.toMatchObject(refused);
  await expect(
    update(ada, id, { can_delete_any_message_group: { new: groups['role:nobody'] } }),
  ).rejects.toMatchObject(refused);
  await update(admin, id, { is_default_stream: true });
  await expect(update(ada, id, { is_private: true })).rejects.toMatchObject(refused);
});

test('a user who loses visibility receives a delete event, one who gains it a create event', async () => {
  const id = await createWith({}, guest);
  const [toBen, toGuest] = [await listen(ben, ['stream', 'subscription']), await listen(guest, ['stream'])];
  await update(ada, id, { is_private: true });
  expect(await toBen()).toMatchObject([{ type: 'stream', op: 'delete', stream_ids: [id] }]);
  expect(await toGuest()).toMatchObject([{ op: 'update', property: 'invite_only', value: true }]);
  await update(ada, id, { can_subscribe_group: { new: groups['role:members'] } });
  expect(await toBen()).toMatchObject([
    { type: 'stream', op: 'create', streams: [{ stream_id: id }] },
    { type: 'subscription', op: 'peer_add', user_ids: [ada.id, guest.id] },
  ]);
});

test('archiving removes a channel from the default channels', async () => {
  const id = await createWith();
  for (const user of [ada, guest])
    await expect(user.connection.call(addDefaultStream, { stream_id: id })).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
  const defaults = async () => (await admin.connection.call(registerQueue)).realm_default_streams;
  const received = await listen(ben, ['default_streams']);
  await admin.connection.call(addDefaultStream, { stream_id: id });
  await admin.connection.call(addDefaultStream, { stream_id: id });
  expect(await defaults()).toContain(id);
  expect(await received()).toHaveLength(1);
  await admin.connection.call(archiveStream, { stream_id: id });
  expect(await defaults()).not.toContain(id);
  expect(await received()).toHaveLength(1);
  await admin.connection.call(removeDefaultStream, { stream_id: id });
  const closed = await createWith({ invite_only: true }, admin);
  await expect(admin.connection.call(addDefaultStream, { stream_id: closed })).rejects.toMatchObject(refused);
});

test('a deactivated subscriber is not counted until reactivated', async () => {
  const carl = await server.user();
  const id = await createWith({}, carl);
  expect((await fetchChannel(id)).subscriber_count).toBe(2);
  await owner.connection.call(deactivateUser, { user_id: carl.id });
  expect((await fetchChannel(id)).subscriber_count).toBe(1);
  await owner.connection.call(reactivateUser, { user_id: carl.id });
  expect((await fetchChannel(id)).subscriber_count).toBe(2);
  const row = await server.server.world.pool.first(
    sql<{ periods: string; ordinals: string }>`select periods::text, ordinals::text from subscription
      where channel_id = ${id} and user_id = ${carl.id}`,
  );
  expect(row?.periods).toMatch(/^\{\[\d+,\d+\),\[\d+,\)\}$/);
});

test('every subscriber_count equals the number of active subscriptions', async () => {
  const wrong = await server.server.world.pool.all(
    sql`select c.id, c.subscriber_count, count(p.id) from channel c
      left join subscription s on s.realm_id = c.realm_id and s.channel_id = c.id and s.is_active
      left join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id and p.is_active
      group by c.realm_id, c.id having c.subscriber_count <> count(p.id)`,
  );
  expect(wrong).toEqual([]);
});
