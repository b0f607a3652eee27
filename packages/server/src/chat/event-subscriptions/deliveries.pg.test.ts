import { deleteMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import {
  createEventSubscription,
  deleteEventSubscription,
  getEventDeliveries,
} from '@parley/contract/endpoints/event-subscriptions.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { deactivateUser } from '@parley/contract/endpoints/users.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startReceiver, type Receiver } from '@parley/test-support/receiver.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idAt } from '../../delivery/event-id.ts';
import { sql } from '../../engine/db/sql.ts';
import { deleteExpired } from '../messages/editing/retention.ts';
import { expireDeliveries, recordDelivery } from './deliveries.ts';

let server: TestServer;
let receiver: Receiver;
let owner: TestUser;
let ada: TestUser;
let general: number;
let subscription: number;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer((config) => ({ ...config, outboundNetworks: ['127.0.0.1'] }));
  owner = await server.user({ role: roles.owner });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(async () => {
  receiver.reset();
  receiver.respondWith(({ body }) => ({ body }));
  ada = await server.user();
  general = await channelOf(server, `room ${ada.id}`, [owner, ada]);
  const made = await ada.connection.call(createEventSubscription, {
    url: `${receiver.url}/${ada.id}`,
    event_types: ['message', 'update_message'],
  });
  subscription = made.id;
});

/** Everything that the database has about the deliveries of the subscription, oldest first. */
function recorded() {
  return server.server.world.pool.all(
    sql<{ request: string; response: string | null; status: number }>`
      select request, response, status from event_delivery where subscription_id = ${subscription} order by id`,
  );
}

async function delivered(count: number): Promise<void> {
  await eventually(async () => expect((await recorded()).length).toBe(count));
}

test('the deletion of a message empties the records of its deliveries and edits', async () => {
  const secret = await say(ada, general, 'topic', 'first secret');
  await say(ada, general, 'topic', 'for all');
  await ada.connection.call(updateMessage, { message_id: secret, content: 'second secret' });
  await delivered(3);
  expect(JSON.stringify(await recorded())).toMatch(/first secret.*second secret/);
  await owner.connection.call(deleteMessage, { message_id: secret });
  const rows = await recorded();
  expect(JSON.stringify(rows)).not.toContain('secret');
  expect(rows.map(({ status, request }) => [status, request === ''])).toEqual([
    [200, true],
    [200, false],
    [200, true],
  ]);
  const { deliveries } = await ada.connection.call(getEventDeliveries, { subscription_id: subscription });
  expect(deliveries[0]).toMatchObject({ request: '', response: null, status: 200, error: null });
  expect(deliveries[1]?.response).toContain('for all');
});

test('a message that expires loses its content in recorded deliveries', async () => {
  const id = await say(ada, general, 'topic', 'a secret for three days');
  await delivered(1);
  await owner.connection.call(updateStream, { stream_id: general, message_retention_days: 3 });
  await server.server.world.pool.all(
    sql`update message set sent_at = sent_at - interval '5 days' where id = ${id}`,
  );
  await deleteExpired(server.server.world);
  expect(await recorded()).toEqual([{ request: '', response: null, status: 200 }]);
});

test('a delivery that is recorded after or during the deletion of its message has no content', async () => {
  const { pool, write } = server.server.world;
  const [deleted, being] = [
    await say(ada, general, 'topic', 'a secret'),
    await say(ada, general, 'topic', 'a secret'),
  ];
  await delivered(2);
  await owner.connection.call(deleteMessage, { message_id: deleted });
  const record = (id: number) =>
    recordDelivery(pool, server.realmId, subscription, {
      eventId: idAt(id),
      url: receiver.url,
      request: 'a secret',
      durationMs: 1,
      status: 200,
      response: 'a secret',
      error: null,
    });
  await record(deleted);
  let later = Promise.resolve();
  await write(server.realmId, async (tx) => {
    await tx.all(
      sql`update log_entry set event = (event::jsonb || '{"content":""}')::text
        where realm_id = ${server.realmId} and position = ${being}`,
    );
    later = record(being);
    await pause(100);
  });
  await later;
  expect(await recorded()).toEqual(
    Array.from({ length: 4 }, () => ({ request: '', response: null, status: 200 })),
  );
});

test('deliveries end with their subscription', async () => {
  await say(ada, general, 'topic', 'a secret');
  await delivered(1);
  await ada.connection.call(deleteEventSubscription, { subscription_id: subscription });
  expect(await recorded()).toEqual([]);
});

test('deliveries end with the deactivation of their owner', async () => {
  await say(ada, general, 'topic', 'a secret');
  await delivered(1);
  await owner.connection.call(deactivateUser, { user_id: ada.id });
  expect(await recorded()).toEqual([]);
});

test('deliveries end with the log, where a deletion would not find them', async () => {
  const { pool } = server.server.world;
  await say(ada, general, 'topic', 'a secret');
  await delivered(1);
  await expireDeliveries({ pool });
  expect((await recorded()).length).toBe(1);
  await pool.all(sql`delete from log_entry where realm_id = ${server.realmId}`);
  await expireDeliveries({ pool });
  expect(await recorded()).toEqual([]);
});
