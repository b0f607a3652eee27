import { getMessageHistory, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { patiently } from '@parley/test-support/patiently.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';

/** More than one step; many more would run into limits if they moved at once. */
const MESSAGES = Number(process.env['PARLEY_TEST_MESSAGES'] ?? 2_100);
const MINUTES = 300_000;

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
let source: number;
let target: number;
let first: number;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ role: 300 });
  grace = await server.user();
  source = await channelOf(server, 'Source', [ada, grace]);
  target = await channelOf(server, 'Target', [ada, grace]);
  first = await say(ada, source, 'Long', 'the first of many words that are said here in the course of time');
  for (let start = 1; start < MESSAGES; start += 5_000)
    await server.server.world.pool.all(sql`
      insert into message (realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, message_flags,
        sent_at, client, topic, topic_key, content, rendered)
      select m.realm_id, m.id + n, m.sender_id, m.home_id, m.ordinal + n, m.conversation_id, m.channel_id, 0,
        m.sent_at, m.client, m.topic, m.topic_key, m.content, m.rendered
      from message m cross join generate_series(${start}::int, ${Math.min(start + 4_999, MESSAGES - 1)}::int) as n
      where m.id = ${first}`);
  await server.server.world.pool.all(
    sql`update realm_head set head = head + ${MESSAGES} where realm_id = ${server.realmId}`,
  );
  await server.server.world.pool.all(
    sql`update conversation set last_ordinal = last_ordinal + ${MESSAGES} where last_ordinal > 0`,
  );
}, MINUTES);
afterAll(() => server.stop());

async function countIn(channelId: number, topic: string) {
  return (
    await server.server.world.pool.first(
      sql<{ n: number }>`select count(*) as n from message
        where realm_id = ${server.realmId} and channel_id = ${channelId} and topic_key = lower(${topic})`,
    )
  )?.n;
}

async function readers() {
  return server.server.world.pool.first(
    sql`select (select count(*) from read_state) as states, (select count(*) from read_block) as blocks,
      (select count(*) from message_user_flag) as user_flags`,
  );
}

test(`${MESSAGES} messages move to another topic and another channel`, { timeout: MINUTES }, async () => {
  const before = await readers();
  for (const change of [{ topic: 'Longer' }, { stream_id: target }, { stream_id: source, topic: 'Back' }]) {
    const heard = await heardBy({ grace }, ['update_message'], () =>
      Promise.all([
        ada.connection.call(updateMessage, {
          message_id: first,
          ...change,
          propagate_mode: 'change_all',
          send_notification_to_new_thread: false,
        }),
        patiently(() => say(grace, source, 'Meanwhile')),
      ]),
    );
    const steps = heard.grace as unknown as { message_id: number; message_ids: number[] }[];
    expect(new Set(steps.flatMap(({ message_ids }) => message_ids)).size).toBe(MESSAGES);
    expect(steps.every(({ message_id, message_ids }) => message_ids.includes(message_id))).toBe(true);
    expect(steps.at(-1)?.message_id).toBe(first);
  }
  expect(await countIn(source, 'back')).toBe(MESSAGES);
  expect(await readers()).toEqual(before);
  const { message_history } = await grace.connection.call(getMessageHistory, { message_id: first });
  expect(message_history).toMatchObject([{}, { topic: 'Longer' }, { stream: target }, { topic: 'Back' }]);
});
