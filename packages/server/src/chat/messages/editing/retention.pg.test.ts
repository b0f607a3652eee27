import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';
import { deleteExpired } from './retention.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
let owner: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  grace = await server.user();
  owner = await server.user({ role: 100 });
});
afterAll(() => server.stop());

/** Makes messages older by some days. */
function age(days: number, ...ids: number[]) {
  return server.server.world.pool.all(
    sql`update message set sent_at = sent_at - make_interval(days => ${days}::integer)
      where id = any(${ids}::bigint[])`,
  );
}

async function left() {
  return (
    await server.server.world.pool.all(sql<{ id: number }>`select m.id from message m
      join realm_user p on p.id = m.sender_id and p.bot_type is null order by m.id`)
  ).map(({ id }) => id);
}

test('expired messages are deleted once, with events', async () => {
  const usual = await channelOf(server, 'Usual', [ada, grace]);
  const short = await channelOf(server, 'Short', [ada, grace]);
  const forever = await channelOf(server, 'Forever', [ada, grace]);
  const say2 = async (channel: number) =>
    [await say(ada, channel, 't'), await say(ada, channel, 't')] as const;
  const [u1, u2] = await say2(usual);
  const [s1, s2] = await say2(short);
  const [f1, f2] = await say2(forever);
  const { id: d1 } = await ada.connection.call(sendMessage, { type: 'direct', to: [grace.id], content: 'x' });
  const { id: d2 } = await ada.connection.call(sendMessage, { type: 'direct', to: [grace.id], content: 'x' });
  const all = [u1, u2, s1, s2, f1, f2, d1, d2];
  await age(5, u1, s1, f1, d1);
  await deleteExpired(server.server.world);
  expect(await left()).toEqual(all);

  await owner.connection.call(updateStream, { stream_id: short, message_retention_days: 3 });
  await owner.connection.call(updateStream, { stream_id: forever, message_retention_days: 'unlimited' });
  await deleteExpired(server.server.world);
  expect(await left()).toEqual(all.filter((id) => id !== s1));

  await owner.connection.call(updateRealm, { message_retention_days: 4 });
  const heard = await heardBy({ ada, grace, owner }, ['delete_message'], () =>
    Promise.all([1, 2, 3].map(() => deleteExpired(server.server.world))),
  );
  expect(await left()).toEqual([u2, s2, f1, f2, d2]);
  const gone = [
    { message_type: 'stream', message_ids: [u1], topic: 't' },
    { message_type: 'private', message_ids: [d1] },
  ];
  expect(heard).toMatchObject({ ada: gone, grace: gone, owner: [] });
});

test('many expired messages are deleted in batches', async () => {
  const channel = await channelOf(server, 'Many', [ada]);
  const id = await say(ada, channel, 't');
  await server.server.world.pool.all(sql`
    insert into message (realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, message_flags, sent_at,
      client, topic, topic_key, content, rendered)
    select m.realm_id, m.id + 1000000 + n, m.sender_id, m.home_id, 100 + n, m.conversation_id, m.channel_id, 0,
      m.sent_at, m.client, m.topic, m.topic_key, m.content, m.rendered
    from message m cross join generate_series(1, 449) as n where m.id = ${id}`);
  await server.server.world.pool.all(
    sql`update message set sent_at = sent_at - interval '9 days' where channel_id = ${channel}`,
  );
  const fresh = await say(ada, channel, 't');
  const heard = await heardBy({ ada }, ['delete_message'], () => deleteExpired(server.server.world));
  const sizes = (heard.ada as unknown as { message_ids: number[] }[]).map(
    (event) => event.message_ids.length,
  );
  expect(sizes).toEqual([199, 199, 52]);
  expect(await left()).toContain(fresh);
});

test('a node whose clock is ahead deletes nothing early', async () => {
  const { world } = server.server;
  const stream_id = await channelOf(server, 'Ahead', [ada]);
  await owner.connection.call(updateStream, { stream_id, message_retention_days: 3 });
  const fresh = await say(ada, stream_id, 't');
  const clock = { ...world.clock, now: () => world.clock.now() + 400 * 86_400_000 };
  await deleteExpired({ ...world, clock });
  expect(await left()).toContain(fresh);
});
