import { ApiError } from '@parley/client/connection.ts';
import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { getMessageHistory, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { patiently } from '@parley/test-support/patiently.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
let guest: TestUser;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
  guest = await server.user({ role: 600 });
  admin = await server.user({ role: 200 });
});
afterAll(() => server.stop());

function move(
  who: TestUser,
  message_id: number,
  change: {
    topic?: string;
    stream_id?: number;
    propagate_mode?: 'change_one' | 'change_later' | 'change_all';
    send_notification_to_new_thread?: boolean;
    send_notification_to_old_thread?: boolean;
  },
) {
  return who.connection.call(updateMessage, {
    message_id,
    send_notification_to_new_thread: false,
    ...change,
  });
}

async function where(...ids: number[]) {
  return (
    await server.server.world.pool.all(
      sql<{
        topic: string;
        channel_id: number;
      }>`select topic, channel_id from message where id = any(${ids}::bigint[]) order by id`,
    )
  ).map(({ topic, channel_id }) => `${channel_id}>${topic}`);
}

async function topics(channelId: number) {
  return (
    await server.server.world.pool.all(
      q
        .selectFrom('topic')
        .select(['name', 'last_message_id'])
        .where('channel_id', '=', channelId)
        .orderBy('topic_key'),
    )
  ).map(({ name, last_message_id }) => `${name}:${last_message_id}`);
}

test.each([
  ['change_one', [false, true, false]],
  ['change_later', [false, true, true]],
  ['change_all', [true, true, true]],
] as const)('%s takes along what it says', async (mode, expected) => {
  const channel = await channelOf(server, `Modes ${mode}`, [ada, grace]);
  const ids = [await say(ada, channel, 'a'), await say(grace, channel, 'A'), await say(ada, channel, 'a')];
  const heard = await heardBy({ grace }, ['update_message'], () =>
    move(ada, ids[1] ?? 0, { topic: 'b', propagate_mode: mode }),
  );
  expect(await where(...ids)).toEqual(
    expected.map((isMoved, n) => `${channel}>${isMoved ? 'b' : n === 1 ? 'A' : 'a'}`),
  );
  const moved = ids.filter((_, n) => expected[n]);
  expect(heard.grace).toMatchObject([
    { message_id: ids[1], message_ids: moved, propagate_mode: mode, orig_subject: 'A', subject: 'b' },
  ]);
  for (const id of moved) {
    const { message_history } = await ada.connection.call(getMessageHistory, { message_id: id });
    expect(message_history).toHaveLength(2);
    expect(message_history[1]).toMatchObject({ topic: 'b', user_id: ada.id });
  }
});

test('a move updates topics and first messages of both channels', async () => {
  const [from, to] = [await channelOf(server, 'From', [ada]), await channelOf(server, 'To', [ada])];
  const [one, two] = [await say(ada, from, 'x'), await say(ada, from, 'X')];
  const other = await say(ada, to, 'y');
  const heard = await heardBy({ grace }, ['stream'], () =>
    move(ada, one, { stream_id: to, topic: 'Y', propagate_mode: 'change_one' }),
  );
  expect(heard.grace).toMatchObject([
    { stream_id: from, property: 'first_message_id', value: two },
    { stream_id: to, property: 'first_message_id', value: one },
  ]);
  expect(await topics(from)).toEqual([`X:${two}`]);
  expect(await topics(to)).toEqual([`y:${other}`]);
  await move(ada, two, { stream_id: to, propagate_mode: 'change_all' });
  expect(await topics(from)).toEqual([]);
  expect(await topics(to)).toEqual([`X:${two}`, `y:${other}`]);
});

test('a move changes nothing for users who could not read the messages', async () => {
  const member = await server.user();
  const from = await channelOf(server, 'Once open', [ada]);
  const to = await channelOf(server, 'Cellar', [ada], { invite_only: true });
  const id = await say(ada, from, 't');
  await member.connection.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' });
  await ada.connection.call(updateStream, { stream_id: from, is_private: true });
  await move(ada, id, { stream_id: to });
  const { starred_messages } = await member.connection.call(registerQueue, {
    fetch_event_types: ['starred_messages'],
  });
  expect(starred_messages).toEqual([id]);
});

test('users without access to the target receive a deletion, other users the move', async () => {
  const member = await server.user();
  const left = await server.user();
  const from = await channelOf(server, 'Open', [ada, grace, guest, left]);
  const to = await channelOf(server, 'Closed', [ada, member], { invite_only: true });
  const id = await say(ada, from, 't');
  await server.server.world.pool.all(
    sql`insert into message_user_flag (realm_id, user_id, message_id, flags)
      values (${server.realmId}, ${grace.id}, ${id}, 1), (${server.realmId}, ${ada.id}, ${id}, 1)`,
  );
  await left.connection.call(unsubscribe, { subscriptions: ['Open'] });
  const users = { ada, grace, guest, left, member, admin };
  const away = await heardBy(users, ['update_message', 'delete_message'], () =>
    move(ada, id, { stream_id: to }),
  );
  const gone = [{ type: 'delete_message', message_ids: [id], stream_id: from, topic: 't' }];
  const moved = [{ type: 'update_message', stream_id: from, new_stream_id: to, orig_subject: 't' }];
  expect(away).toMatchObject({ ada: moved, grace: gone, guest: gone, left: gone, member: moved, admin: [] });
  expect(away.ada[0]).not.toHaveProperty('subject');
  expect(away.member).toMatchObject([{ flags: ['read'] }]);
  const flagged = await server.server.world.pool.all(
    sql<{ user_id: number }>`select user_id from message_user_flag where message_id = ${id}`,
  );
  expect(flagged).toEqual([{ user_id: ada.id }]);

  const back = await heardBy(users, ['update_message', 'delete_message'], () =>
    move(ada, id, { stream_id: from }),
  );
  const home = [{ type: 'update_message', stream_id: to, new_stream_id: from }];
  expect(back).toMatchObject({ ada: home, grace: home, guest: home, left: [], member: home, admin: [] });
});

test('a guest loses messages that move to a public channel without the guest', async () => {
  const [from, to] = [
    await channelOf(server, 'Here', [ada, grace, guest]),
    await channelOf(server, 'There', [ada]),
  ];
  const id = await say(ada, from, 't');
  const heard = await heardBy({ ada, grace, guest, admin }, ['update_message', 'delete_message'], () =>
    move(ada, id, { stream_id: to, topic: 'u' }),
  );
  const moved = [{ type: 'update_message', subject: 'u' }];
  expect(heard).toMatchObject({ ada: moved, grace: moved, guest: [{ type: 'delete_message' }], admin: [] });
});

test('a move in a channel with protected history names to each reader the messages that the reader can see', async () => {
  const source = await channelOf(server, 'Discreet', [ada], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const [first, second] = [await say(ada, source, 'old'), await say(ada, source, 'old')];
  await channelOf(server, 'Discreet', [ada, grace]);
  const third = await say(ada, source, 'old');
  const heard = await heardBy({ ada, grace }, ['update_message'], () =>
    move(ada, second, { topic: 'new', propagate_mode: 'change_all' }),
  );
  expect(heard.ada).toMatchObject([{ message_id: second, message_ids: [first, second, third] }]);
  expect(heard.grace).toMatchObject([{ message_id: third, message_ids: [third], subject: 'new' }]);
});

test('messages moved into a protected channel are readable for current subscribers, not for later ones', async () => {
  const late = await server.user();
  const from = await channelOf(server, 'Source', [ada, grace]);
  const id = await say(ada, from, 't');
  const to = await channelOf(server, 'Protected', [ada, grace], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  await move(ada, id, { stream_id: to });
  await channelOf(server, 'Protected', [ada, late]);
  const read = (who: TestUser) => who.connection.call(getMessageHistory, { message_id: id });
  await read(grace);
  await expect(read(late)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const heard = await heardBy({ grace, late }, ['update_message'], () => move(ada, id, { topic: 'u' }));
  expect(heard).toMatchObject({ grace: [{ subject: 'u' }], late: [] });
});

function policy(who: TestUser, stream_id: number, topic: string, visibility_policy: 0 | 1 | 2 | 3) {
  return who.connection.call(updateUserTopic, { stream_id, topic, visibility_policy });
}

async function policiesOf(who: TestUser, channelId: number) {
  return Object.fromEntries(
    (
      await server.server.world.pool.all(
        q
          .selectFrom('topic_policy')
          .select(['topic', 'policy'])
          .where('user_id', '=', who.id)
          .where('channel_id', '=', channelId),
      )
    ).map(({ topic, policy }) => [topic, policy]),
  );
}

test('visibility policies follow a whole topic, and the more visible policy wins', async () => {
  const channel = await channelOf(server, 'Policies', [ada, grace]);
  const id = await say(ada, channel, 'a');
  await policy(grace, channel, 'a', 1);
  const heard = await heardBy({ grace }, ['user_topic', 'update_message'], () =>
    move(ada, id, { topic: 'b', propagate_mode: 'change_all' }),
  );
  expect(heard.grace).toMatchObject([
    { type: 'user_topic', topic_name: 'a', visibility_policy: 0 },
    { type: 'user_topic', topic_name: 'b', visibility_policy: 1 },
    { type: 'update_message' },
  ]);
  expect(await policiesOf(ada, channel)).toEqual({ b: 3 });
  await say(grace, channel, 'c');
  await policy(grace, channel, 'c', 2);
  await policy(ada, channel, 'c', 1);
  await move(ada, id, { topic: 'c' });
  expect(await policiesOf(ada, channel)).toEqual({ c: 3 });
  expect(await policiesOf(grace, channel)).toEqual({ c: 2 });
});

test('moving a part of a topic moves no policies, and the author who starts a topic follows it', async () => {
  const channel = await channelOf(server, 'Parts', [ada, grace]);
  await say(ada, channel, 'a');
  const id = await say(grace, channel, 'a');
  await move(ada, id, { topic: 'new' });
  expect(await policiesOf(ada, channel)).toEqual({ a: 3 });
  expect(await policiesOf(grace, channel)).toEqual({ new: 3 });
});

test('two crossing moves both complete without losing a message', async () => {
  const [x, y] = [await channelOf(server, 'X', [ada, grace]), await channelOf(server, 'Y', [ada, grace])];
  const ids: number[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await say(n % 2 === 0 ? ada : grace, n % 2 === 0 ? x : y, 't'));
  const outcomes = await Promise.allSettled(
    ids.flatMap((id, n) => [
      patiently(() => move(ada, id, { stream_id: n % 2 === 0 ? y : x })),
      patiently(() => move(grace, id, { topic: `u${n}`, propagate_mode: 'change_later' })),
    ]),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused.filter((reason) => !(reason instanceof ApiError) || reason.status !== 400)).toEqual([]);
  for (const channel of [x, y]) {
    const rows = await server.server.world.pool.all(
      sql<{ key: string; last: number; listed: number | null }>`
        select m.topic_key as key, max(m.id) as last, max(t.last_message_id) as listed from message m
        left join topic t on t.realm_id = m.realm_id and t.channel_id = m.channel_id and t.topic_key = m.topic_key
        where m.channel_id = ${channel} group by m.topic_key`,
    );
    for (const { last, listed } of rows) expect(listed).toBe(last);
    expect(await topics(channel)).toHaveLength(rows.length);
  }
  const knots = await server.server.world.pool.first(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  expect(knots).toEqual({ deadlocks: 0 });
});
