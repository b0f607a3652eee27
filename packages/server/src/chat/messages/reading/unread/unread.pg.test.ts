import { updateSubscriptionSettings } from '@parley/contract/endpoints/subscriptions.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ role: 200 });
});
afterAll(() => server.stop());

function register({ connection }: TestUser, capabilities: object = {}) {
  return connection.call(registerQueue, {
    fetch_event_types: [
      'message',
      'update_message_flags',
      'starred_messages',
      'recent_private_conversations',
    ],
    client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, ...capabilities },
  });
}

async function unread(who: TestUser, capabilities: object = {}) {
  return (await register(who, capabilities)).unread_msgs;
}

async function write(from: TestUser, to: number[], content = 'psst') {
  return (await from.connection.call(sendMessage, { type: 'direct', to, content })).id;
}

function change(
  who: TestUser,
  op: 'add' | 'remove',
  flag: 'read' | 'starred' | 'collapsed',
  messages: number[],
) {
  return who.connection.call(updateMessageFlags, { op, flag, messages });
}

function mute(who: TestUser, stream_id: number) {
  return who.connection.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id, property: 'is_muted', value: true }],
  });
}

function setPolicy(who: TestUser, stream_id: number, topic: string, visibility_policy: 0 | 1 | 2 | 3) {
  return who.connection.call(updateUserTopic, { stream_id, topic, visibility_policy });
}

test('messages before a subscription are no longer unread after the history becomes protected', async () => {
  const late = await server.user();
  const channel = await channelOf(server, 'closing', [ada]);
  const id = await say(ada, channel, 'early');
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'closing' }], principals: [late.id] });
  await change(late, 'remove', 'read', [id]);
  const before = await register(late);
  const isUnread = async () => JSON.stringify((await unread(late))?.streams).includes(`[${id}`);
  expect(await isUnread()).toBe(true);
  const bystander = await register(ada);

  const setProtected = (isProtected: boolean) =>
    ada.connection.call(updateStream, {
      stream_id: channel,
      is_private: true,
      history_public_to_subscribers: !isProtected,
    });
  await setProtected(true);
  expect(await isUnread()).toBe(false);
  const follow = (who: TestUser, { queue_id, last_event_id }: typeof before) =>
    who.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  await expect(follow(late, before)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  await expect(follow(ada, bystander)).resolves.toBeDefined();
  await setProtected(false);
  expect(await isUnread()).toBe(true);
});

test('only the newest unread messages are listed, and all are counted', async () => {
  const grace = await server.user();
  const [busy, other] = [
    await channelOf(server, 'busy', [ada, grace]),
    await channelOf(server, 'busy too', [ada, grace]),
  ];
  await server.server.world.pool.all(sql`update realm_head set head = 1000000`);
  await flood(busy, 40_000, 'x', 100_000);
  await flood(other, 30_000, 'x', 200_000);
  const direct = await write(ada, [grace.id]);
  const state = await unread(grace);
  expect(state).toMatchObject({
    count: 70_001,
    old_unreads_missing: true,
    pms: [{ unread_message_ids: [direct] }],
  });
  const listed = state?.streams.map(({ stream_id, unread_message_ids }) => [
    stream_id,
    unread_message_ids.length,
  ]);
  expect(listed).toEqual([
    [busy, 19_999],
    [other, 30_000],
  ]);
  await setPolicy(grace, busy, 'X', 1);
  expect((await unread(grace))?.count).toBe(30_001);
  await mute(grace, other);
  expect((await unread(grace))?.count).toBe(1);
  await setPolicy(grace, other, 'x', 2);
  expect((await unread(grace))?.count).toBe(30_001);
});

/** Many messages in a channel at once, below the ids that sending gives. */
async function flood(channelId: number, count: number, topic: string, above: number): Promise<void> {
  const { pool } = server.server.world;
  const row = await pool.first(q.selectFrom('channel').select('conversation_id').where('id', '=', channelId));
  const home = row?.conversation_id ?? 0;
  for (let from = 1; from <= count; from += 2000)
    await pool.all(sql`insert into message (realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id,
        message_flags, sent_at, client, topic, topic_key, content, rendered)
      select ${server.realmId}, ${above}::bigint + o, ${ada.id}, ${home}, o, ${home}, ${channelId},
        0, now(), '', ${topic}, lower(${topic}), '', ''
      from generate_series(${from}::bigint, least(${from + 1999}::bigint, ${count})) as o`);
  await pool.all(sql`update conversation set last_ordinal = ${count} where id = ${home}`);
}
