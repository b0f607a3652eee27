import { createClient, type Client } from '@parley/client';
import { PNG, GIF } from '@parley/test-support/pictures.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { cases } from '../../../../markdown/test/cases.ts';
import type { Chat, MessageWindow } from '../chat.ts';
import { createChat } from '../create-chat.ts';

let server: TestServer;
let chat: Chat;
let files: Record<string, string>;
let window: MessageWindow;
let channelId = 0;

function clientOf({ email, apiKey }: TestUser): Client {
  return createClient({ url: server.url, email, apiKey });
}

/** Texts beyond the cases, in which names are written in unusual ways. */
const MORE = [
  '@**ada byron** and @_**BOB ROE**',
  '@**Ada Byron|2** @**|3**',
  '@*support* @_*support* @*Support* @*closed*',
  '@**Gone User** @**all** @**topic** @**Nobody**',
  '#**ENG** #**secret** #**public place** #**public place>there**',
  '#**eng>Roll Out** #**eng>nothing** #**secret>x**',
  ':logo: :gone: :LOGO: :smile: :) <3',
  'TICK-12 and ABC-1',
  '  leading and trailing  \n\n',
  '\n\n\nlines in front',
  `long ${'word '.repeat(2_500)}`,
  '```\nno language\n```',
  '```python\nprint("x")\n```',
  '$$x^2$$ and ```math\ny\n```',
  '/me waves',
  '/poll Tea?\nyes\nno',
  'http://parley.test/#narrow/channel/1-x/topic/y and http://parley.test/help',
  '<time:2026-11-16T10:00:00Z>',
];

beforeAll(async () => {
  server = await startTestServer();
  const ada = await server.user({ fullName: 'Ada Byron', role: 100 });
  const bob = await server.user({ fullName: 'Bob Roe' });
  const gone = await server.user({ fullName: 'Gone User' });
  const client = clientOf(ada);
  await client.deactivateUser({ user_id: gone.id });
  for (const name of ['support', 'closed'])
    await client.createUserGroup({ name, description: '', members: [ada.id] });
  const { user_groups } = await client.getUserGroups({});
  const closed = user_groups.find(({ name }) => name === 'closed')?.id ?? 0;
  await client.deactivateUserGroup({ user_group_id: closed });
  await client.subscribe({ subscriptions: [{ name: 'eng' }, { name: 'my chan' }] });
  await clientOf(bob).subscribe({ subscriptions: [{ name: 'secret' }], invite_only: true });
  await clientOf(bob).subscribe({ subscriptions: [{ name: 'public place' }] });
  await clientOf(bob).sendMessage({ type: 'channel', to: 'public place', topic: 'there', content: 'x' });
  await client.sendMessage({ type: 'channel', to: 'eng', topic: 'roll out', content: 'x' });
  await client.addLinkifier({
    pattern: 'TICK-(?P<id>[0-9]+)',
    url_template: 'https://t.example.org/{id}',
  });
  await client.updateRealm({ default_code_block_language: 'javascript' });
  await client.updateSettings({ translate_emoticons: true });
  const png = new Blob([PNG], { type: 'image/png' });
  for (const emoji_name of ['logo', 'gone'])
    await client.uploadCustomEmoji({ emoji_name }, { file: { name: 'x.png', content: png } });
  await client.deactivateCustomEmoji({ emoji_name: 'gone' });
  const upload = async (name: string, content: Blob): Promise<string> =>
    (await client.upload(content, { name })).url;
  files = {
    still: await upload('still.png', png),
    moving: await upload('moving.gif', new Blob([GIF], { type: 'image/gif' })),
    sound: await upload('sound.mp3', new Blob(['x'], { type: 'audio/mpeg' })),
    text: await upload('notes (1).txt', new Blob(['x'], { type: 'text/plain' })),
  };
  chat = await createChat(client);
  const { subscriptions } = await client.getSubscriptions();
  channelId = subscriptions.find(({ name }) => name === 'eng')?.stream_id ?? 0;
  window = chat.openWindow({ kind: 'topic', channelId, topic: 'echo' });
  window.view.subscribe(() => undefined);
});
afterAll(async () => {
  await chat.close();
  await server.stop();
});

test('the echo of every text is the HTML of its message', async () => {
  const texts = [...cases.map(({ text }) => text), ...MORE, ...Object.values(files).flatMap(linksTo)];
  const local = new Map<string, string>();
  await eventually(() => {
    expect(window.view.get().foundNewest).toBe(true);
  });
  const textOf = new Map<string, string>();
  chat.outbox.entries.subscribe(() => {
    for (const { key, text } of chat.outbox.entries.get()) textOf.set(key, text);
  });
  for (const text of texts) {
    local.set(text, await chat.renderer.complete(text));
    await chat.outbox.send({ kind: 'topic', channelId, topic: 'echo' }, text);
  }
  await eventually(() => {
    expect(chat.outbox.entries.get()).toEqual([]);
  });
  const remote = new Map<string, string>();
  for (const id of window.view.get().ids) {
    const text = textOf.get(chat.outbox.localKey(id) ?? '');
    if (text !== undefined) remote.set(text, unsigned(chat.messages.get(id)?.content ?? ''));
  }
  expect(remote.size).toBe(new Set(texts).size);
  expect(Object.fromEntries(local)).toEqual(Object.fromEntries(remote));
});

/** Only the server can sign the addresses of pictures of other sites. */
function unsigned(html: string): string {
  return html.replaceAll(/\/external_content\/[0-9a-f]{64}\/([0-9a-f]+)/g, (_, hex: string) =>
    Buffer.from(hex, 'hex').toString(),
  );
}

function linksTo(url: string): string[] {
  return [`[file](${url})`, `![file](${url}) and text`, `see http://parley.test${url}`];
}
