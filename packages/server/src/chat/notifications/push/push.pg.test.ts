import { markAllAsRead, updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { deleteMessage, sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { regenerateApiKey } from '@parley/contract/endpoints/users.ts';
import { addWebPush, getWebPush, removeWebPush } from '@parley/contract/endpoints/web-push.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { pushesDecided, pushesDelivered } from '@parley/test-support/pushes.ts';
import { startPushService, type PushDevice, type PushService } from '@parley/test-support/push-service.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../../../engine/db/sql.ts';
import { deliverPushes } from './deliver-pushes.ts';

let service: PushService;
let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let device: PushDevice;
let number = 0;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer((config) => ({ ...config, outboundNetworks: ['127.0.0.1/32'] }));
});
afterAll(async () => {
  await server.stop();
  await service.stop();
});
beforeEach(async () => {
  number += 1;
  service.status = 201;
  ada = await server.user({ fullName: 'Ada' });
  bob = await server.user({ fullName: 'Bob' });
  device = service.addDevice();
  await bob.connection.call(addWebPush, device);
});

function world() {
  return server.server.world;
}

/** The payloads that a device has received, once nothing waits any more. */
async function pushesTo(one: PushDevice) {
  await pushesDelivered(world());
  return service.received.filter(({ device: to }) => to.endpoint === one.endpoint);
}

async function sendDirect(content = 'hello'): Promise<number> {
  return (await ada.connection.call(sendMessage, { type: 'direct', to: [bob.id], content })).id;
}

test('[N-32] [NT31] a direct message is one push with exactly the fields of the API', async () => {
  const id = await sendDirect('Come **here**');
  const pushes = await pushesTo(device);
  expect(pushes.map(({ payload }) => payload)).toEqual([
    {
      type: 'message',
      realm_url: 'http://parley.test',
      realm_name: 'Root',
      user_id: bob.id,
      time: expect.any(Number) as number,
      message_id: id,
      content: 'Come here',
      sender_id: ada.id,
      sender_full_name: 'Ada',
      sender_avatar_url: expect.stringContaining('http') as string,
      recipient_type: 'direct',
      recipient_user_ids: [ada.id, bob.id].toSorted((a, b) => a - b),
    },
  ]);
  expect(pushes[0]?.headers).toMatchObject({ topic: `m${id}`, urgency: 'high', ttl: '86400' });
});

test('[N-32] [NT33] a message that is read is removed from the device once', async () => {
  const id = await sendDirect();
  await pushesTo(device);
  const read = () => bob.connection.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
  await read();
  await bob.connection.call(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' });
  await read();
  const [, ...removals] = await pushesTo(device);
  expect(removals.map(({ payload }) => payload)).toEqual([
    {
      type: 'remove',
      realm_url: 'http://parley.test',
      realm_name: 'Root',
      user_id: bob.id,
      message_ids: [id],
    },
  ]);
});

test('[N-33] [NT31] a message that is read before the push is made causes none', async () => {
  await world().write(server.realmId, async (tx) => {
    await tx.all(sql`lock table notification in share row exclusive mode`);
    const id = await sendDirect();
    await bob.connection.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
  });
  expect(await pushesTo(device)).toEqual([]);
});

test('[N-34] [NT33] a removal names the newest 200 messages', async () => {
  await pushesTo(device);
  await world().pool.all(sql`
    insert into notification (realm_id, user_id, message_id, kind, trigger, state)
    select ${server.realmId}, ${bob.id}, n, 'push', 'direct_message', 'sent' from generate_series(1, 300) n`);
  await bob.connection.call(markAllAsRead);
  const [removal] = await pushesTo(device);
  const ids = removal?.payload['message_ids'] as number[];
  expect([ids.length, Math.min(...ids), Math.max(...ids)]).toEqual([200, 101, 300]);
});

test('[N-35] [NT31] a long message is cut to 200 characters', async () => {
  await sendDirect('x'.repeat(300));
  const [push] = await pushesTo(device);
  expect(push?.payload['content']).toBe(`${'x'.repeat(200)}…`);
});

test('[NT39] a browser gets no text of direct messages if the user hides it on desktops', async () => {
  await bob.connection.call(updateSettings, { pm_content_in_desktop_notifications: false });
  await sendDirect('a secret');
  const [push] = await pushesTo(device);
  expect(push?.payload).toMatchObject({ content: '', sender_full_name: 'Ada' });
});

test('[N-4] [NT3] a user who is present gets a push by the online setting', async () => {
  await bob.connection.call(registerQueue, { event_types: ['message'] });
  await bob.connection.call(updatePresence, { status: 'active' });
  await sendDirect();
  expect(await pushesTo(device)).toHaveLength(1);
  await bob.connection.call(updateSettings, { enable_online_push_notifications: false });
  await sendDirect();
  expect(await pushesTo(device)).toHaveLength(1);
});

test('[NT31] a push about a channel names channel and topic', async () => {
  const channel = await channelOf(server, `channel ${number}`, [ada, bob]);
  await say(ada, channel, '', `@**|${bob.id}** look`);
  const [push] = await pushesTo(device);
  expect(push?.payload).toMatchObject({
    recipient_type: 'channel',
    channel_id: channel,
    channel_name: `channel ${number}`,
    topic: 'general chat',
    content: '@Bob look',
  });
});

test('[NT33] a deleted message and a removed mention are removed from the device', async () => {
  const channel = await channelOf(server, `channel ${number}`, [ada, bob]);
  await bob.connection.call(updateSettings, { automatically_follow_topics_where_mentioned: false });
  const owner = await server.user({ role: 100 });
  const message_id = await say(ada, channel, 'one', `@**|${bob.id}**`);
  const { id: other } = await owner.connection.call(sendMessage, {
    type: 'direct',
    to: [bob.id],
    content: 'x',
  });
  await pushesTo(device);
  await ada.connection.call(updateMessage, { message_id, content: 'nothing' });
  await owner.connection.call(deleteMessage, { message_id: other });
  const removed = (await pushesTo(device)).flatMap(({ payload }) => payload['message_ids'] ?? []);
  expect(removed).toHaveLength(2);
  expect(new Set(removed)).toEqual(new Set([message_id, other]));
});

/** The messages that a device was told to remove. */
async function removedFrom(one: PushDevice): Promise<unknown[]> {
  return (await pushesTo(one)).flatMap(({ payload }) => payload['message_ids'] ?? []);
}

test('[NT33] a message that moves away is removed from the devices of users who cannot read it', async () => {
  const owner = await server.user({ role: 100 });
  const carol = await server.user({ fullName: 'Carol' });
  const hers = service.addDevice();
  await carol.connection.call(addWebPush, hers);
  const open = await channelOf(server, `open ${number}`, [ada, bob, carol, owner]);
  const secret = await channelOf(server, `secret ${number}`, [ada, carol, owner]);
  await owner.connection.call(updateStream, { stream_id: secret, is_private: true });
  const message_id = await say(ada, open, 'one', `@**|${bob.id}** @**|${carol.id}**`);
  expect([...(await pushesTo(device)), ...(await pushesTo(hers))]).toHaveLength(2);
  await owner.connection.call(updateMessage, { message_id, stream_id: secret });
  expect(await removedFrom(device)).toEqual([message_id]);
  expect(await removedFrom(hers)).toEqual([]);
});

test('[NT33] messages of a private channel are removed from the device of a user who leaves it', async () => {
  const channel = await channelOf(server, `left ${number}`, [ada, bob]);
  const owner = await server.user({ role: 100 });
  const direct = await sendDirect();
  const message_id = await say(ada, channel, 'one', `@**|${bob.id}**`);
  expect(await pushesTo(device)).toHaveLength(2);
  await owner.connection.call(updateStream, { stream_id: channel, is_private: true });
  expect(await removedFrom(device)).toEqual([]);
  await bob.connection.call(unsubscribe, { subscriptions: [`left ${number}`] });
  expect(await removedFrom(device)).toEqual([message_id]);
  expect(direct).not.toBe(message_id);
});

test('[N-38] [NT34] a device that its push service no longer knows is removed', async () => {
  service.status = 410;
  await sendDirect();
  await pushesTo(device);
  expect((await bob.connection.call(getWebPush)).subscriptions).toEqual([]);
});

test('[NT34] a push that fails is tried again later, after which the next one follows', async () => {
  service.status = 503;
  const { refused } = service;
  const first = await sendDirect('first');
  const second = await sendDirect('second');
  await pushesDecided(world());
  await eventually(async () => {
    const rows = await world().pool.all(sql<{ tries: number }>`select tries from push_delivery order by id`);
    expect([service.refused - refused, ...rows]).toEqual([1, { tries: 1 }, { tries: 0 }]);
  });
  service.status = 201;
  await world().pool.all(sql`update push_delivery set due_at = now()`);
  await deliverPushes(world());
  const ids = (await pushesTo(device)).map(({ payload }) => payload['message_id']);
  expect(ids).toEqual([first, second]);
});

test('[NT34] a device at a private address is never called, and removed', async () => {
  await bob.connection.call(addWebPush, { ...device, endpoint: 'http://10.0.0.1/push' });
  await sendDirect();
  await pushesTo(device);
  expect((await bob.connection.call(getWebPush)).subscriptions).toHaveLength(1);
});

test('[NT32] a device ends with its credential', async () => {
  const { subscription_id } = await bob.connection.call(addWebPush, device);
  const { subscriptions, public_key } = await bob.connection.call(getWebPush);
  expect(subscriptions.map(({ id }) => id)).toEqual([subscription_id]);
  expect(Buffer.from(public_key, 'base64url')).toHaveLength(65);
  await bob.connection.call(regenerateApiKey);
  const rows = await world().pool.all(sql`select from push_subscription where user_id = ${bob.id}`);
  expect(rows).toEqual([]);
});

test('[NT32] a device of another user cannot be removed, and invalid keys are refused', async () => {
  const { subscription_id } = await bob.connection.call(addWebPush, device);
  const calls = [
    () => ada.connection.call(removeWebPush, { subscription_id }),
    () => bob.connection.call(addWebPush, { ...device, auth: 'AAAA' }),
    () => bob.connection.call(addWebPush, { ...device, p256dh: device.auth }),
    () => bob.connection.call(addWebPush, { ...device, endpoint: 'ftp://example.org/x' }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await bob.connection.call(removeWebPush, { subscription_id });
  expect((await bob.connection.call(getWebPush)).subscriptions).toEqual([]);
});

test('[NT30] the database does not reveal endpoints and keys', async () => {
  const rows = await world().pool.all(sql<{ text: string }>`
    select s::text || (select string_agg(v::text, '') from vapid_key v) as text from push_subscription s`);
  for (const { text } of rows) expect(text).not.toContain(new URL(device.endpoint).pathname);
});
