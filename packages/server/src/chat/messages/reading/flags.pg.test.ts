import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
} from '@parley/contract/endpoints/message-flags.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';
import { flagsOfUsers } from '../flags-of-users.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  grace = await server.user();
});
afterAll(() => server.stop());

type Op = 'add' | 'remove';

function change(who: TestUser, op: Op, flag: string, messages: number[]) {
  return who.connection.call(updateMessageFlags, { op, flag: flag as 'read', messages });
}

async function flags(who: TestUser, id: number) {
  return (await flagsOfUsers(server.server.world.pool, server.realmId, id, [who.id])).get(who.id);
}

async function heard(who: TestUser, act: () => Promise<unknown>) {
  return (await heardBy({ who }, ['update_message_flags'], act)).who;
}

async function write(from: TestUser, to: TestUser[], content = 'psst') {
  return (await from.connection.call(sendMessage, { type: 'direct', to: to.map(({ id }) => id), content }))
    .id;
}

const refused = { status: 400, code: 'BAD_REQUEST' };

function event(op: Op, flag: string, messages: number[]) {
  return {
    type: 'update_message_flags',
    op,
    operation: op,
    flag,
    messages,
    all: false,
  };
}

test('marking as read publishes an event with the changed messages only', async () => {
  const channel = await channelOf(server, 'reading', [ada, grace]);
  const ids = [await say(ada, channel, 'a'), await say(ada, channel, 'b'), await write(ada, [grace])];
  expect(await flags(grace, ids[0] ?? 0)).toEqual([]);
  const answer = await change(grace, 'add', 'read', [...ids, 999_999, ids[0] ?? 0]);
  expect(answer).toMatchObject({
    messages: [...ids, 999_999, ids[0]],
    ignored_because_not_subscribed_channels: [],
  });
  expect(await flags(grace, ids[2] ?? 0)).toEqual(['read']);
  const again = await say(ada, channel, 'a');
  expect(await heard(grace, () => change(grace, 'add', 'read', [ids[1] ?? 0, again]))).toMatchObject([
    event('add', 'read', [again]),
  ]);
  expect(await heard(grace, () => change(grace, 'add', 'read', ids))).toMatchObject([
    event('add', 'read', []),
  ]);
});

test('an event about unread messages carries their conversations', async () => {
  const channel = await channelOf(server, 'again', [ada, grace]);
  const plain = await say(ada, channel, 'Plain');
  const muted = await say(ada, channel, 'Muted', `@**all** and nobody`);
  const called = await say(ada, channel, 'Muted', `@**User 2|${grace.id}**`);
  const direct = await write(ada, [grace]);
  await grace.connection.call(updateUserTopic, { stream_id: channel, topic: 'muted', visibility_policy: 1 });
  const ids = [plain, muted, called, direct];
  await change(grace, 'add', 'read', ids);
  const [told] = await heard(grace, () => change(grace, 'remove', 'read', ids));
  const topic = { type: 'stream', stream_id: channel, topic: 'Muted', unmuted_stream_msg: false };
  expect(told).toMatchObject({ ...event('remove', 'read', ids) });
  expect(told).toHaveProperty('message_details', {
    [plain]: { type: 'stream', stream_id: channel, topic: 'Plain', unmuted_stream_msg: true },
    [muted]: topic,
    [called]: { ...topic, mentioned: true },
    [direct]: { type: 'private', user_ids: [ada.id] },
  });
  expect(await flags(grace, plain)).toEqual([]);
});

test('a message cannot be unread in a channel without a subscription', async () => {
  const open = await channelOf(server, 'open', [ada]);
  const left = await channelOf(server, 'left', [ada, grace]);
  const [never, before] = [await say(ada, open, 'x'), await say(ada, left, 'x')];
  await change(grace, 'add', 'read', [before]);
  await grace.connection.call(unsubscribe, { subscriptions: ['left'] });
  expect(await change(grace, 'remove', 'read', [never, before])).toMatchObject({
    ignored_because_not_subscribed_channels: [open, left].toSorted((a, b) => a - b),
  });
  expect(await flags(grace, before)).toEqual(['read']);
});

test('starring a message that was not received makes it historical, without a subscription', async () => {
  const open = await channelOf(server, 'stars', [ada]);
  const id = await say(ada, open, 'x');
  expect(await heard(grace, () => change(grace, 'add', 'starred', [id]))).toMatchObject([
    event('add', 'starred', [id]),
  ]);
  expect(await flags(grace, id)).toEqual(['read', 'starred', 'historical']);
  expect(await heard(grace, () => change(grace, 'add', 'starred', [id]))).toMatchObject([
    event('add', 'starred', []),
  ]);
  await change(grace, 'remove', 'starred', [id]);
  expect(await flags(grace, id)).toEqual(['read', 'historical']);
});

test('an earlier message can become unread in a channel that the user joined later', async () => {
  const open = await channelOf(server, 'late', [ada]);
  const id = await say(ada, open, 'x');
  await grace.connection.call(subscribe, { subscriptions: [{ name: 'late' }] });
  expect(await flags(grace, id)).toEqual(['read']);
  const [told] = await heard(grace, () => change(grace, 'remove', 'read', [id]));
  expect(told).toMatchObject({ messages: [id] });
  expect(await flags(grace, id)).toEqual(['historical']);
  await change(grace, 'add', 'read', [id]);
  expect(await flags(grace, id)).toEqual(['read', 'historical']);
});

test('a request with an inaccessible message changes nothing', async () => {
  const closed = await channelOf(server, 'closed', [ada], { invite_only: true });
  const open = await channelOf(server, 'reach', [ada, grace]);
  const [hidden, mine] = [await say(ada, closed, 'x'), await say(ada, open, 'x')];
  for (const id of [hidden, 999_999]) {
    await expect(change(grace, 'add', 'starred', [mine, id])).rejects.toMatchObject(refused);
    await expect(change(grace, 'add', 'collapsed', [mine, id])).rejects.toMatchObject(refused);
    await expect(change(grace, 'remove', 'read', [mine, id])).rejects.toMatchObject(refused);
    await change(grace, 'remove', 'starred', [id]);
    await change(grace, 'add', 'read', [id]);
  }
  expect(await flags(grace, mine)).toEqual([]);
});

test('a later subscriber cannot star earlier messages of a protected channel', async () => {
  const protectedOne = await channelOf(server, 'guarded', [ada], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const early = await say(ada, protectedOne, 'x');
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'guarded' }], principals: [grace.id] });
  const late = await say(ada, protectedOne, 'x');
  await expect(change(grace, 'add', 'starred', [early, late])).rejects.toMatchObject(refused);
  await change(grace, 'add', 'starred', [late]);
  expect(await flags(grace, late)).toEqual(['starred']);
});

test('fixed and unknown flags are refused', async () => {
  for (const flag of ['mentioned', 'historical', 'has_alert_word', 'wildcard_mentioned', 'foo', ''])
    await expect(change(grace, 'add', flag, [])).rejects.toMatchObject(refused);
  await expect(change(grace, 'toggle' as Op, 'read', [])).rejects.toMatchObject(refused);
});

test('marking all as read does not affect other users', async () => {
  const channel = await channelOf(server, 'everything', [ada, grace]);
  const open = await channelOf(server, 'everything open', [ada]);
  const ids = [await say(ada, channel, 'a'), await say(ada, channel, 'b'), await write(ada, [grace])];
  const old = await say(ada, open, 'x');
  await grace.connection.call(subscribe, { subscriptions: [{ name: 'everything open' }] });
  await change(grace, 'remove', 'read', [old]);
  const mine = await say(grace, channel, 'c');
  for (const _ of [1, 2])
    expect(
      await heard(grace, async () =>
        expect(await grace.connection.call(markAllAsRead)).toMatchObject({ complete: true }),
      ),
    ).toMatchObject([{ ...event('add', 'read', []), all: true }]);
  for (const id of [...ids, old]) expect(await flags(grace, id)).toContain('read');
  expect(await flags(ada, mine)).toEqual([]);
  const later = await say(ada, channel, 'a');
  expect(await flags(grace, later)).toEqual([]);
});

test('marking a channel or topic as read publishes changed messages only', async () => {
  const channel = await channelOf(server, 'places', [ada, grace]);
  const ids = [
    await say(ada, channel, 'One'),
    await say(ada, channel, 'Two'),
    await say(ada, channel, 'one'),
    await say(ada, channel, ''),
  ];
  const [one = 0, two = 0, three = 0, four = 0] = ids;
  const topic = (topic_name: string) => () =>
    grace.connection.call(markTopicAsRead, { stream_id: channel, topic_name });
  expect(await heard(grace, topic('ONE'))).toMatchObject([event('add', 'read', [one, three])]);
  expect(await heard(grace, topic('one'))).toEqual([]);
  await expect(topic('three')()).rejects.toMatchObject(refused);
  expect(await heard(grace, topic('general chat'))).toMatchObject([event('add', 'read', [four])]);
  const five = await say(ada, channel, 'Five');
  expect(await heard(grace, topic(''))).toMatchObject([event('add', 'read', [two, five])]);
  const six = await say(ada, channel, 'Six');
  const whole = () => grace.connection.call(markStreamAsRead, { stream_id: channel });
  expect(await heard(grace, whole)).toMatchObject([event('add', 'read', [six])]);
  expect(await heard(grace, whole)).toEqual([]);
  const closed = await channelOf(server, 'places closed', [ada], { invite_only: true });
  for (const stream_id of [closed, 999_999])
    await expect(grace.connection.call(markStreamAsRead, { stream_id })).rejects.toMatchObject(refused);
});

test('two clients that mark messages as read while the user sends lose no change', async () => {
  const channel = await channelOf(server, 'at once', [ada, grace]);
  const ids = [];
  for (let n = 0; n < 40; n += 1) ids.push(await say(ada, channel, 'x'));
  const odd = ids.filter((_, n) => n % 2 === 0);
  const own: number[] = [];
  const speak = async () => {
    const message = { type: 'channel', to: channel, topic: 'x', content: 'x', read_by_sender: true } as const;
    own.push((await grace.connection.call(sendMessage, message)).id);
  };
  const outcomes = await Promise.all([
    ...ids.map((id) => change(grace, 'add', 'read', [id])),
    ...odd.map((id) => change(grace, 'add', 'read', [id])),
    ...odd.map(() => speak()),
    grace.connection.call(markAllAsRead),
  ]);
  expect(outcomes).toHaveLength(81);
  for (const id of [...ids, ...own]) expect(await flags(grace, id)).toEqual(['read']);
  const stuck = await server.server.world.pool.first(
    sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  expect(stuck).toEqual({ deadlocks: 0 });
});
