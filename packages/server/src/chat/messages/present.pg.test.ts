import { roles } from '@parley/contract/rights/roles.ts';
import { addLinkifier } from '@parley/contract/endpoints/linkifiers.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { getMessage, renderMessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { post, whisper } from '@parley/test-support/find-messages.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.user(), await server.user({ emailVisibility: 3 })];
  for (const one of [ada, ben]) await one.connection.call(subscribe, { subscriptions: [{ name: 'Lab' }] });
});
afterAll(() => server.stop());

type Options = { apply_markdown?: boolean; allow_empty_topic_name?: boolean };

async function read(who: TestUser, message_id: number, options: Options = {}) {
  return (await who.connection.call(getMessage, { message_id, ...options })).message;
}

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

test('Markdown is rendered with the caller’s permissions', async () => {
  const owner = await server.user({ role: roles.owner });
  await owner.connection.call(addLinkifier, {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://bugs.test/{id}',
  });
  const render = async (content: string) => (await ben.connection.call(renderMessage, { content })).rendered;
  expect(await render('')).toBe('');
  expect(await render('*a* #12')).toBe('<p><em>a</em> <a href="https://bugs.test/12">#12</a></p>');
  expect(await render(`@**|${ada.id}**`)).toContain(`data-user-id="${ada.id}"`);
  expect(await render('<script>')).toBe('<p>&lt;script&gt;</p>');
});
