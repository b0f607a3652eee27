import { addAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { getMessageHistory, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { patiently } from '@parley/test-support/patiently.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
let owner: TestUser;
let channel: number;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
  owner = await server.user({ role: 100 });
  channel = await channelOf(server, 'Editing', [ada, grace]);
});
afterAll(() => server.stop());

function edit(who: TestUser, message_id: number, content: string) {
  return who.connection.call(updateMessage, { message_id, content });
}

async function history(who: TestUser, message_id: number) {
  return (await who.connection.call(getMessageHistory, { message_id })).message_history;
}

async function marksOn(id: number) {
  return Object.fromEntries(
    (
      await server.server.world.pool.all(
        sql<{
          user_id: number;
          flags: number;
        }>`select user_id, flags from message_user_flag where message_id = ${id}`,
      )
    ).map(({ user_id, flags }) => [user_id, flags]),
  );
}

test('readers receive an edit with their own flags, and the history keeps the old content', async () => {
  const id = await say(ada, channel, 'Tea', 'one two');
  const outsider = await server.user();
  const heard = await heardBy({ ada, grace, outsider, owner }, ['update_message'], () =>
    edit(ada, id, 'one @**Grace**'),
  );
  const event = {
    type: 'update_message',
    user_id: ada.id,
    rendering_only: false,
    message_id: id,
    message_ids: [id],
    stream_id: channel,
    stream_name: 'Editing',
    orig_content: 'one two',
    orig_rendered_content: '<p>one two</p>',
    content: 'one @**Grace**',
    is_me_message: false,
  };
  expect(heard.grace).toMatchObject([{ ...event, flags: ['mentioned'] }]);
  expect(heard.ada).toMatchObject([{ ...event, flags: [] }]);
  expect(heard.grace[0]).not.toHaveProperty('propagate_mode');
  expect([heard.outsider, heard.owner]).toEqual([[], []]);
  const [first, second, ...more] = await history(grace, id);
  expect(more).toEqual([]);
  expect(Object.keys(first ?? {}).toSorted()).toEqual([
    'content',
    'rendered_content',
    'timestamp',
    'topic',
    'user_id',
  ]);
  expect(first).toMatchObject({ content: 'one two', topic: 'Tea', user_id: ada.id });
  expect(second).toMatchObject({ content: 'one @**Grace**', prev_content: 'one two' });
  expect(second?.content_html_diff).toMatch(/^<div>.*highlight_text_inserted.*<\/div>$/s);
});

test('an edit updates mentions and alert words, and keeps stars and the read state', async () => {
  await grace.connection.call(addAlertWords, { alert_words: ['kettle'] });
  const id = await say(ada, channel, 'Marks', 'nothing');
  await server.server.world.pool.all(
    sql`insert into message_user_flag (realm_id, user_id, message_id, flags)
      values (${server.realmId}, ${ada.id}, ${id}, 1)`,
  );
  await edit(ada, id, '@**Grace** and @**Ada**, the kettle');
  expect(await marksOn(id)).toEqual({ [grace.id]: 4 | 16, [ada.id]: 1 | 4 });
  await edit(ada, id, 'the kettle');
  expect(await marksOn(id)).toEqual({ [grace.id]: 16, [ada.id]: 1 });
  await edit(ada, id, 'nothing again');
  expect(await marksOn(id)).toEqual({ [ada.id]: 1 });
  const late = await server.user({ fullName: 'Late' });
  await channelOf(server, 'Editing', [late]);
  await edit(ada, id, '@**Late**');
  expect(await marksOn(id)).toEqual({ [ada.id]: 1 });
});

test('an edited message is stored like a message sent with that content', async () => {
  const text = '**bold** & "quotes" <b> it\'s\n\n```js\nif (a < b && c > d) {}\n```';
  const sent = await say(ada, channel, 'Search words', text);
  const edited = await say(ada, channel, 'Search words', 'other');
  await edit(ada, edited, text);
  const moved = await say(ada, channel, 'Elsewhere', text);
  await ada.connection.call(updateMessage, {
    message_id: moved,
    topic: 'Search words',
    send_notification_to_new_thread: false,
  });
  const rows = await server.server.world.pool.all(
    sql<{ message_flags: number; rendered: string }>`
      select message_flags, rendered from message where id = any(${[sent, edited, moved]}::bigint[])`,
  );
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
});

test('each of several concurrent edits sees the previous one', async () => {
  const id = await say(ada, channel, 'Race', '0');
  await Promise.all(Array.from({ length: 8 }, (_, n) => patiently(() => edit(ada, id, String(n + 1)))));
  const states = await history(ada, id);
  expect(states).toHaveLength(9);
  for (const [n, state] of states.slice(1).entries()) expect(state.prev_content).toBe(states[n]?.content);
});
