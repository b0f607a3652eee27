import { ApiError } from '@parley/client/connection.ts';
import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { updateMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { patiently } from '@parley/test-support/patiently.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
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
