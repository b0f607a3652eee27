import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { addLinkifier } from '@parley/contract/endpoints/linkifiers.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { getMessage, renderMessage } from '@parley/contract/endpoints/messages.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { post, whisper } from '@parley/test-support/find-messages.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let owner: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.user(), await server.user({ emailVisibility: 3 })];
  owner = await server.user({ role: 100 });
  for (const one of [ada, ben]) await one.connection.call(subscribe, { subscriptions: [{ name: 'Lab' }] });
});
afterAll(() => server.stop());

type Options = { apply_markdown?: boolean; allow_empty_topic_name?: boolean };

async function read(who: TestUser, message_id: number, options: Options = {}) {
  return (await who.connection.call(getMessage, { message_id, ...options })).message;
}

test('a channel message has all fields', async () => {
  const id = await post(ada, 'Lab', 'Plans', '**Hello** world');
  const channel = await server.server.world.pool.first(
    sql<{ id: number; conversation_id: number }>`select id, conversation_id from channel where name = 'Lab'`,
  );
  const { message, raw_content } = await ben.connection.call(getMessage, { message_id: id });
  expect(raw_content).toBe('**Hello** world');
  expect(message).toEqual({
    id,
    type: 'stream',
    sender_id: ada.id,
    sender_email: ada.email,
    sender_full_name: 'User 1',
    sender_realm_str: '',
    avatar_url: expect.any(String) as string,
    client: expect.any(String) as string,
    content: '<p><strong>Hello</strong> world</p>',
    content_type: 'text/html',
    display_recipient: 'Lab',
    stream_id: channel?.id,
    subject: 'Plans',
    topic_links: [],
    recipient_id: channel?.conversation_id,
    timestamp: expect.any(Number) as number,
    is_me_message: false,
    reactions: [],
    submessages: [],
    flags: [],
  });
  expect(Math.abs(message.timestamp - Date.now() / 1000)).toBeLessThan(60);
  expect(await read(ben, id, { apply_markdown: false })).toMatchObject({
    content: '**Hello** world',
    content_type: 'text/x-markdown',
  });
});

test('a direct message lists its users in the order of their ids', async () => {
  const id = await whisper(ben, [ada], '/me waves');
  const message = await read(ada, id);
  expect(message).toMatchObject({
    type: 'private',
    subject: '',
    is_me_message: true,
    display_recipient: [
      { id: ada.id, email: ada.email, full_name: 'User 1', is_mirror_dummy: false },
      { id: ben.id, email: `user${ben.id}@parley.test`, full_name: 'User 2', is_mirror_dummy: false },
    ],
  });
  expect(message).not.toHaveProperty('stream_id');
});

test('the empty topic has a display name for clients without the capability', async () => {
  const id = await post(ada, 'Lab', '', 'x');
  expect((await read(ben, id)).subject).toBe('general chat');
  expect((await read(ben, id, { allow_empty_topic_name: true })).subject).toBe('');
});

test('topic links come from linkifiers and plain URLs', async () => {
  await owner.connection.call(addLinkifier, {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://bugs.test/{id}',
  });
  const id = await post(ada, 'Lab', 'see #12 and https://a.test', 'x');
  expect((await read(ben, id)).topic_links).toEqual([
    { text: '#12', url: 'https://bugs.test/12' },
    { text: 'https://a.test', url: 'https://a.test' },
  ]);
});

test('reactions are in the order of creation, submessages in the order of their ids', async () => {
  const id = await post(ada, 'Lab', 'Plans', 'x');
  await server.server.world.write(server.realmId, async (tx) => {
    for (const [position, name] of [
      [3, 'b'],
      [2, 'c'],
      [5, 'a'],
    ])
      await tx.all(
        sql`insert into reaction (realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name, position)
          values (${tx.realmId}, ${id}, ${ben.id}, 'unicode_emoji', ${name}, ${name}, ${position})`,
      );
    for (const content of ['1', '2'])
      await tx.all(
        sql`insert into submessage (realm_id, message_id, sender_id, msg_type, content)
          values (${tx.realmId}, ${id}, ${ben.id}, 'widget', ${content})`,
      );
  });
  const { reactions, submessages } = await read(ben, id);
  expect(reactions.map(({ emoji_name }) => emoji_name)).toEqual(['c', 'b', 'a']);
  expect(reactions[0]).toEqual({
    emoji_name: 'c',
    emoji_code: 'c',
    reaction_type: 'unicode_emoji',
    user_id: ben.id,
  });
  expect(submessages.map(({ content }) => content)).toEqual(['1', '2']);
});

test('flags are in the order of the API', async () => {
  const id = await post(ada, 'Lab', 'Plans', `@**|${ben.id}** and @**all**`);
  expect((await read(ben, id)).flags).toEqual([
    'mentioned',
    'stream_wildcard_mentioned',
    'wildcard_mentioned',
  ]);
  const reader = await server.user();
  expect((await read(reader, id)).flags).toEqual(['read', 'historical']);
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(
      sql`update message_user_flag set flags = 31 where realm_id = ${tx.realmId} and message_id = ${id}`,
    ),
  );
  expect((await read(ben, id)).flags).toEqual([
    'starred',
    'collapsed',
    'mentioned',
    'stream_wildcard_mentioned',
    'topic_wildcard_mentioned',
    'has_alert_word',
    'wildcard_mentioned',
  ]);
});

test("the organization's policy decides which earlier versions are shown", async () => {
  const id = await post(ada, 'Lab', 'Plans', 'x');
  const at = '2026-01-02T03:04:05.900Z';
  await server.server.world.write(server.realmId, async (tx) => {
    const edit = (position: number, columns: object) => {
      const {
        content = null,
        topic = null,
        next = null,
        from = null,
        to = null,
      } = columns as Record<string, unknown>;
      return tx.all(sql`
        insert into message_edit (realm_id, message_id, position, user_id, at, prev_content, prev_rendered,
          prev_topic, topic, prev_channel_id, channel_id)
        values (${tx.realmId}, ${id}, ${position}, ${ada.id}, ${at}, ${content}, ${content}, ${topic}, ${next},
          ${from}, ${to})`);
    };
    await edit(1, { content: 'first' });
    await edit(2, { topic: '', next: 'Plans' });
    await edit(3, { content: 'second', from: 7, to: 8 });
    await tx.all(
      sql`update message set edited_at = ${at}, moved_at = ${at} where realm_id = ${tx.realmId} and id = ${id}`,
    );
  });
  const base = { user_id: ada.id, timestamp: Date.parse('2026-01-02T03:04:05Z') / 1000 };
  const moved = { ...base, prev_stream: 7, stream: 8 };
  const renamed = { ...base, prev_topic: 'general chat', topic: 'Plans' };
  const message = await read(ben, id);
  expect(message).toMatchObject({
    last_edit_timestamp: base.timestamp,
    last_moved_timestamp: base.timestamp,
  });
  expect(message.edit_history).toEqual([
    { ...moved, prev_content: 'second', prev_rendered_content: 'second' },
    renamed,
    { ...base, prev_content: 'first', prev_rendered_content: 'first' },
  ]);
  const set = (message_edit_history_visibility_policy: 'all' | 'moves' | 'none') =>
    owner.connection.call(updateRealm, { message_edit_history_visibility_policy });
  await set('moves');
  expect((await read(ben, id)).edit_history).toEqual([moved, renamed]);
  expect((await read(ben, id, { allow_empty_topic_name: true })).edit_history?.[1]).toMatchObject({
    prev_topic: '',
  });
  await set('none');
  expect(await read(ben, id)).not.toHaveProperty('edit_history');
  await set('all');
});

test('avatar URLs that clients can compute are null', async () => {
  const hosted = await startTestServer((config) => ({ ...config, gravatar: true }));
  try {
    const open = await hosted.user();
    const message_id = await whisper(open, [open], 'x');
    await hosted.server.world.write(hosted.realmId, (tx) =>
      tx.all(
        sql`update realm_user set avatar_source = 'G', email_visibility = 1
          where realm_id = ${tx.realmId} and id = ${open.id}`,
      ),
    );
    const ask = async (client_gravatar: boolean) =>
      (await open.connection.call(getMessages, { message_ids: [message_id], client_gravatar })).messages[0]
        ?.avatar_url;
    expect(await ask(true)).toBeNull();
    expect(await ask(false)).toMatch(/^https:/);
    expect((await read(open, message_id)).avatar_url).toBeNull();
  } finally {
    await hosted.stop();
  }
});

test('an inaccessible message fails like a missing one', async () => {
  const id = await whisper(ada, [ada], 'mine');
  const ask = (message_id: number) =>
    ben.connection.call(getMessage, { message_id }).then(String, (error: Error) => error.message);
  expect(await ask(id)).toBe(await ask(999_999));
});

test('Markdown is rendered with the caller’s permissions', async () => {
  const render = async (content: string) => (await ben.connection.call(renderMessage, { content })).rendered;
  expect(await render('')).toBe('');
  expect(await render('*a* #12')).toBe('<p><em>a</em> <a href="https://bugs.test/12">#12</a></p>');
  expect(await render(`@**|${ada.id}**`)).toContain(`data-user-id="${ada.id}"`);
  expect(await render('<script>')).toBe('<p>&lt;script&gt;</p>');
});
