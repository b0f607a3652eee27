import { updateSubscriptionSettings } from '@parley/contract/endpoints/subscriptions.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
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

const nothing = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false };

test('unread messages are listed by conversation', async () => {
  const [grace, linus] = [await server.user(), await server.user()];
  expect(await register(grace)).toMatchObject({
    unread_msgs: nothing,
    max_message_id: -1,
    starred_messages: [],
    recent_private_conversations: [],
  });
  const channel = await channelOf(server, 'listed', [ada, grace]);
  const [a, b, c] = [
    await say(ada, channel, 'zeta'),
    await say(ada, channel, 'Alpha'),
    await say(ada, channel, 'ZETA'),
  ];
  const empty = await say(ada, channel, '');
  const one = await write(ada, [grace.id]);
  const several = await write(ada, [grace.id, linus.id], '@**all** hello');
  const mine = await write(grace, [grace.id]);
  await change(grace, 'remove', 'read', [mine]);
  const streams = (name: string) => [
    { stream_id: channel, topic: name, unread_message_ids: [empty] },
    { stream_id: channel, topic: 'Alpha', unread_message_ids: [b] },
    { stream_id: channel, topic: 'zeta', unread_message_ids: [a, c] },
  ];
  const expected = {
    count: 7,
    pms: [
      { other_user_id: ada.id, sender_id: ada.id, unread_message_ids: [one] },
      { other_user_id: grace.id, sender_id: grace.id, unread_message_ids: [mine] },
    ],
    streams: streams('general chat'),
    huddles: [{ user_ids_string: [ada.id, grace.id, linus.id].join(), unread_message_ids: [several] }],
    mentions: [several],
    old_unreads_missing: false,
  };
  expect(await unread(grace)).toEqual(expected);
  expect(await unread(grace, { empty_topic_name: true })).toEqual({ ...expected, streams: streams('') });
  await change(grace, 'add', 'read', [a, one, several]);
  expect(await unread(grace)).toMatchObject({ count: 4, huddles: [], mentions: [] });
  expect((await unread(grace))?.streams[2]).toMatchObject({ topic: 'ZETA', unread_message_ids: [c] });
  await change(grace, 'add', 'starred', [b, a]);
  expect(await register(grace)).toMatchObject({
    max_message_id: mine,
    starred_messages: [a, b],
    recent_private_conversations: [
      { user_ids: [], max_message_id: mine },
      { user_ids: [ada.id, linus.id], max_message_id: several },
      { user_ids: [ada.id], max_message_id: one },
    ],
  });
});

test('muted messages are listed but not counted, and their wildcard mentions do not count', async () => {
  const grace = await server.user();
  const loud = await channelOf(server, 'loud', [ada, grace]);
  const quiet = await channelOf(server, 'quiet', [ada, grace]);
  const ids = {
    plain: await say(ada, loud, 'x', '@**all**'),
    muted: await say(ada, loud, 'muted', '@**all**'),
    called: await say(ada, loud, 'muted', `@**|${grace.id}**`),
    quiet: await say(ada, quiet, 'x', '@**all**'),
    followed: await say(ada, quiet, 'followed', '@**all**'),
    unmuted: await say(ada, quiet, 'unmuted'),
  };
  expect(await unread(grace)).toMatchObject({ count: 6 });
  await mute(grace, quiet);
  await setPolicy(grace, loud, 'MUTED', 1);
  await setPolicy(grace, quiet, 'Followed', 3);
  await setPolicy(grace, quiet, 'unmuted', 2);
  const state = await unread(grace);
  expect(state?.count).toBe(3);
  expect(state?.streams.flatMap(({ unread_message_ids }) => unread_message_ids)).toHaveLength(6);
  expect(state?.mentions.toSorted((a, b) => a - b)).toEqual([ids.plain, ids.called, ids.followed]);
});

test('unsubscribing hides unread messages, and resubscribing shows them', async () => {
  const grace = await server.user();
  const channel = await channelOf(server, 'come and go', [ada, grace]);
  const first = await say(ada, channel, 'x');
  await grace.connection.call(unsubscribe, { subscriptions: ['come and go'] });
  expect(await unread(grace)).toEqual(nothing);
  const missed = await say(ada, channel, 'x');
  await grace.connection.call(subscribe, { subscriptions: [{ name: 'come and go' }] });
  const last = await say(ada, channel, 'x');
  expect(await unread(grace)).toMatchObject({ count: 2, streams: [{ unread_message_ids: [first, last] }] });
  await change(grace, 'remove', 'read', [missed]);
  expect(await unread(grace)).toMatchObject({
    count: 3,
    streams: [{ unread_message_ids: [first, missed, last] }],
  });
});

test('a moved message is unread in its new channel for subscribers of that channel', async () => {
  const [grace, linus] = [await server.user(), await server.user()];
  const from = await channelOf(server, 'from', [ada, grace, linus]);
  const to = await channelOf(server, 'to', [ada, grace]);
  const id = await say(ada, from, 'x');
  const stays = await say(ada, from, 'y');
  await ada.connection.call(updateMessage, {
    message_id: id,
    stream_id: to,
    send_notification_to_new_thread: false,
  });
  await grace.connection.call(unsubscribe, { subscriptions: ['from'] });
  expect(await unread(grace)).toMatchObject({
    count: 1,
    streams: [{ stream_id: to, topic: 'x', unread_message_ids: [id] }],
  });
  expect(await unread(linus)).toMatchObject({
    count: 1,
    streams: [{ stream_id: from, topic: 'y', unread_message_ids: [stays] }],
  });
});

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
