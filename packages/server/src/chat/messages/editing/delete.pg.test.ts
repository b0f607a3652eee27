import {
  deleteMessage,
  deleteTopic,
  sendMessage,
  updateMessage,
} from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  grace = await server.user();
  admin = await server.user({ role: 200 });
});
afterAll(() => server.stop());

function remove(who: TestUser, message_id: number) {
  return who.connection.call(deleteMessage, { message_id });
}

function topicsIn(channelId: number) {
  return server.server.world.pool.all(
    q
      .selectFrom('topic')
      .select(['name', 'last_message_id'])
      .where('channel_id', '=', channelId)
      .orderBy('topic_key'),
  );
}

test('the text of a deleted message leaves the log, and so do its earlier versions', async () => {
  const channel = await channelOf(server, 'Secrets', [ada, grace]);
  const id = await say(ada, channel, 'Plans', 'the first **secret**');
  await ada.connection.call(updateMessage, { message_id: id, content: 'the second **secret**' });
  const kept = await say(ada, channel, 'Plans', 'no mystery');
  const { queue_id, last_event_id } = await grace.connection.call(registerQueue, {
    event_types: ['message', 'update_message', 'delete_message'],
  });
  const later = await say(ada, channel, 'Plans', 'the third secret');
  await remove(ada, id);
  await remove(ada, later);
  const entries = await server.server.world.pool.all(
    sql<{ event: string }>`select event from log_entry where realm_id = ${server.realmId}`,
  );
  const log = entries.map(({ event }) => event).join('\n');
  expect(log).not.toContain('secret');
  expect(log).toContain('no mystery');
  await server.restart();
  const { events } = await grace.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  expect(events.map(({ type }) => type)).toEqual(['message', 'delete_message', 'delete_message']);
  expect(kept).toBeGreaterThan(id);
});

test('a topic has the letter case and the id of its newest message, and ordinals are not reused', async () => {
  const channel = await channelOf(server, 'Spelling', [ada]);
  const ids = [
    await say(ada, channel, 'Tea'),
    await say(ada, channel, 'TEA'),
    await say(ada, channel, 'tea'),
  ];
  await remove(ada, ids[2] ?? 0);
  expect(await topicsIn(channel)).toEqual([{ name: 'TEA', last_message_id: ids[1] }]);
  await remove(ada, ids[0] ?? 0);
  const gone = await server.server.world.pool.all(
    sql<{ n: number }>`select n from channel c cross join generate_series(1, 4) as n
      where c.id = ${channel} and is_gone(c.realm_id, c.conversation_id, n) order by n`,
  );
  expect(gone.map(({ n }) => n)).toEqual([1, 3]);
});

test('deleting the last message of a direct conversation updates the conversation', async () => {
  const { id } = await ada.connection.call(sendMessage, { type: 'direct', to: [grace.id], content: 'psst' });
  await expect(remove(admin, id)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(remove(grace, id)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const heard = await heardBy({ ada, grace, admin }, ['delete_message'], () => remove(ada, id));
  const gone = [{ type: 'delete_message', message_ids: [id], message_type: 'private' }];
  expect(heard).toMatchObject({ ada: gone, grace: gone, admin: [] });
  expect(heard.ada[0]).not.toHaveProperty('topic');
  const rows = await server.server.world.pool.all(
    sql`select 1 from conversation where users @> array[${ada.id}::bigint] and last_message_id is not null`,
  );
  expect(rows).toEqual([]);
});

test('one of many concurrent deletions of a message succeeds', async () => {
  const channel = await channelOf(server, 'Race', [ada, admin]);
  const id = await say(ada, channel, 't');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => remove(n % 2 === 0 ? ada : admin, id)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a topic is deleted in batches, newest messages first, with its visibility policies', async () => {
  const channel = await channelOf(server, 'Long', [ada, grace]);
  await say(ada, channel, 'Long');
  await server.server.world.pool.all(sql`
    insert into message (realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, message_flags, sent_at,
      client, topic, topic_key, content, rendered)
    select m.realm_id, m.id + 1000000 + n, m.sender_id, m.home_id, 100 + n, m.conversation_id, m.channel_id, 0,
      m.sent_at, m.client, m.topic, m.topic_key, m.content, m.rendered
    from message m cross join generate_series(1, 1200) as n where m.channel_id = ${channel}`);
  const other = await say(grace, channel, 'Other');
  const heard = await heardBy({ ada, grace }, ['delete_message', 'user_topic'], async () => {
    expect(
      await admin.connection.call(deleteTopic, { stream_id: channel, topic_name: 'lONG' }),
    ).toMatchObject({
      complete: true,
    });
  });
  const [a, b, c, policy] = heard.ada as unknown as { message_ids: number[] }[];
  expect([a, b, c].map((event) => event?.message_ids.length)).toEqual([500, 500, 201]);
  expect(a?.message_ids[0]).toBeGreaterThan(b?.message_ids.at(-1) ?? 0);
  expect(policy).toMatchObject({ type: 'user_topic', topic_name: 'Long', visibility_policy: 0 });
  expect(heard.grace).toHaveLength(3);
  expect(await topicsIn(channel)).toEqual([{ name: 'Other', last_message_id: other }]);
  await expect(
    ada.connection.call(deleteTopic, { stream_id: channel, topic_name: 'Other' }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
});
