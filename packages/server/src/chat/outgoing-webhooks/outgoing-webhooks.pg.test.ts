import { createBot, deleteBot, updateBot } from '@parley/contract/endpoints/bots.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { createUserGroup } from '@parley/contract/endpoints/groups.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startReceiver, type Receiver } from '@parley/test-support/receiver.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { USER_FLAGS } from '../messages/flags.ts';

let server: TestServer;
let ada: TestUser;
let owner: TestUser;
let receiver: Receiver;
let general: number;
let bots = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer((config) => ({ ...config, outboundNetworks: ['127.0.0.1/32'] }));
  owner = await server.user({ role: roles.owner, fullName: 'Olive Owner' });
  ada = await server.user({ fullName: 'Ada Lovelace' });
  general = await channelOf(server, 'general', [owner, ada]);
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.reset();
});

type Bot = { readonly id: number; readonly name: string; readonly mention: string };

async function newBot(path = '/hook', interfaceType: 1 | 2 = 1, base = receiver.url): Promise<Bot> {
  bots += 1;
  const name = `Hook ${bots}`;
  const { user_id } = await owner.connection.call(createBot, {
    full_name: name,
    short_name: `hook${bots}`,
    bot_type: 3,
    payload_url: `${base}${path}`,
    interface_type: interfaceType,
  });
  return { id: user_id, name, mention: `@**${name}**` };
}

/** Texts of the newest messages in a topic or direct conversation, oldest first. */
async function textsIn(user: TestUser, narrow: readonly { operator: string; operand: unknown }[]) {
  const { messages } = await user.connection.call(getMessages, {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    narrow: narrow as never,
  });
  return messages.map(({ sender_id, content }) => [sender_id, content]);
}

const inTopic = (topic: string, channel = general) => [
  { operator: 'channel', operand: channel },
  { operator: 'topic', operand: topic },
];
const withUser = (...ids: number[]) => [{ operator: 'dm', operand: ids }];

/** Waits until an own call has arrived, which was caused after everything before. */
async function settle(): Promise<void> {
  const bot = await newBot('/settle');
  await ada.connection.call(sendMessage, { type: 'direct', to: [bot.id], content: 'now' });
  await eventually(() => expect(receiver.calls.map(({ path }) => path)).toContain('/settle'));
}

function pathsOfOthers(): string[] {
  return receiver.calls.map(({ path }) => path).filter((path) => path !== '/settle');
}

test('[I-24] a mention of the bot where it is not subscribed calls it, and the reply is posted there', async () => {
  const bot = await newBot();
  receiver.respondWith(() => ({ body: '{"content":"**hi**"}' }));
  const id = await say(ada, general, 'mention', `${bot.mention} hello`);
  await eventually(async () =>
    expect(await textsIn(ada, inTopic('mention'))).toEqual([
      [ada.id, `${bot.mention} hello`],
      [bot.id, '**hi**'],
    ]),
  );
  expect(receiver.calls.length).toBe(1);
  const body = JSON.parse(receiver.calls[0]?.body ?? '') as Record<string, unknown>;
  expect(Object.keys(body).toSorted()).toEqual([
    'bot_email',
    'bot_full_name',
    'data',
    'message',
    'token',
    'trigger',
  ]);
  expect(body).toMatchObject({
    trigger: 'mention',
    data: `${bot.mention} hello`,
    bot_full_name: bot.name,
    message: { id, content: `${bot.mention} hello`, sender_id: ada.id, subject: 'mention', type: 'stream' },
  });
  const message = body['message'] as Record<string, unknown>;
  expect(message['rendered_content']).toContain('user-mention');
  expect(message['avatar_url']).toEqual(expect.any(String));
});

test('[I-24] silent mentions, wildcards and messages of bots call nothing', async () => {
  const bot = await newBot();
  await say(ada, general, 'quiet', `@_**${bot.name}** hello`);
  await say(ada, general, 'quiet', '@**all** hello');
  const { api_key, user_id } = await owner.connection.call(createBot, {
    full_name: 'Generic',
    short_name: 'generic',
    bot_type: 1,
  });
  const { createConnection } = await import('@parley/client/connection.ts');
  const generic = createConnection({
    url: server.url,
    credentials: { email: 'generic-bot@parley.test', apiKey: api_key },
  });
  await generic.call(sendMessage, { type: 'channel', to: general, topic: 'quiet', content: bot.mention });
  await generic.call(sendMessage, { type: 'direct', to: [bot.id], content: 'hello' });
  expect(user_id).toBeGreaterThan(0);
  await settle();
  expect(pathsOfOthers()).toEqual([]);
});

test('[I-24] a mention of its group calls the bot only where it is subscribed', async () => {
  const bot = await newBot();
  await owner.connection.call(createUserGroup, { name: 'hooks', description: '', members: [bot.id] });
  await say(ada, general, 'group', '@*hooks* hello');
  await settle();
  expect(pathsOfOthers()).toEqual([]);
  await owner.connection.call(subscribe, { subscriptions: [{ name: 'general' }], principals: [bot.id] });
  await say(ada, general, 'group', '@*hooks* hello again');
  await eventually(() => expect(pathsOfOthers()).toEqual(['/hook']));
});

test('[I-25] direct messages and group direct messages call the bot; an empty topic is empty', async () => {
  const bot = await newBot();
  await ada.connection.call(sendMessage, { type: 'direct', to: [bot.id], content: 'one' });
  await ada.connection.call(sendMessage, { type: 'direct', to: [bot.id, owner.id], content: 'two' });
  await ada.connection.call(sendMessage, { type: 'channel', to: general, topic: '', content: bot.mention });
  await eventually(() => expect(receiver.calls.length).toBe(3));
  const bodies = receiver.calls.map(
    ({ body }) => JSON.parse(body) as { trigger: string; message: { subject: string } },
  );
  expect(bodies.map(({ trigger }) => trigger)).toEqual(['direct_message', 'direct_message', 'mention']);
  expect(bodies[2]?.message.subject).toBe('');
});

test('[I-26] replies are posted, and responses without a text post nothing', async () => {
  const bot = await newBot();
  const replies = [
    '{"content":"plain"}',
    '{"response_not_required":true,"content":"x"}',
    '{}',
    '""',
    '{"content":"  "}',
    '{"response_string":"old","content":"new"}',
  ];
  receiver.respondWith((_call, n) => ({ body: replies[n - 1] ?? '{}' }));
  for (const text of replies)
    await ada.connection.call(sendMessage, { type: 'direct', to: [bot.id], content: `\`${text}\`` });
  await eventually(async () => {
    const said = (await textsIn(ada, withUser(bot.id))).filter(([sender]) => sender === bot.id);
    expect(said).toEqual([
      [bot.id, 'plain'],
      [bot.id, 'old'],
    ]);
  });
});

test('[I-26] a response that is not an object is reported in place and to the owner', async () => {
  const bot = await newBot();
  receiver.respondWith(() => ({ body: '[1]' }));
  await say(ada, general, 'invalid', bot.mention);
  await eventually(async () => {
    expect((await textsIn(ada, inTopic('invalid'))).at(-1)).toEqual([
      bot.id,
      'The service of this bot sent an invalid response.',
    ]);
    const [, text] = (await textsIn(owner, withUser(bot.id))).at(-1) ?? [];
    expect(text).toContain('was not processed');
    expect(text).toContain('[1]');
  });
});

test('[I-27] status 500 is reported at once', async () => {
  const bot = await newBot();
  receiver.respondWith(() => ({ status: 500, body: 'broken' }));
  await say(ada, general, 'status', bot.mention);
  await eventually(async () =>
    expect((await textsIn(ada, inTopic('status'))).at(-1)).toEqual([
      bot.id,
      'The service of this bot responded with status 500.',
    ]),
  );
  await eventually(async () => expect((await textsIn(owner, withUser(bot.id))).length).toBe(1));
  expect(receiver.calls.length).toBe(1);
});

test('[I-27] a broken connection is tried four times, then reported; later messages wait', async () => {
  const bot = await newBot();
  receiver.respondWith((call) =>
    call.body.includes('first') ? { broken: 'cut' } : { body: '{"content":"fine"}' },
  );
  await say(ada, general, 'cut', `${bot.mention} first`);
  await say(ada, general, 'cut', `${bot.mention} second`);
  await eventually(async () =>
    expect((await textsIn(ada, inTopic('cut'))).slice(-2)).toEqual([
      [bot.id, 'The service of this bot is unavailable.'],
      [bot.id, 'fine'],
    ]),
  );
  expect(receiver.calls.map(({ body }) => body.includes('first'))).toEqual([true, true, true, true, false]);
});

test('[I-28] a private address is not called, nor one that a redirect names', async () => {
  const inside = await newBot('/hook', 1, 'http://10.0.0.1');
  const redirected = await newBot('/redirect');
  receiver.respondWith(() => ({ status: 302, body: '' }));
  await say(ada, general, 'inside', inside.mention);
  await say(ada, general, 'inside', redirected.mention);
  await eventually(async () => {
    const texts = (await textsIn(ada, inTopic('inside'))).map(([, text]) => text);
    expect(texts).toContain('The service of this bot has an address that may not be called.');
    expect(texts).toContain('The service of this bot responded with status 302.');
  });
  expect((await textsIn(owner, withUser(inside.id))).length).toBe(1);
});

test('[I-29] the Slack-compatible interface sends a form, and refuses direct messages', async () => {
  const bot = await newBot('/slack', 2);
  receiver.respondWith(() => ({ body: '{"text":"from Slack"}' }));
  await say(ada, general, 'slack', `${bot.mention} hello`);
  await eventually(async () =>
    expect((await textsIn(ada, inTopic('slack'))).at(-1)).toEqual([bot.id, 'from Slack']),
  );
  expect(receiver.calls[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  const form = new URLSearchParams(receiver.calls[0]?.body);
  expect([...form.keys()].length).toBe(12);
  expect(Object.fromEntries(form)).toMatchObject({
    team_id: `T${server.realmId}`,
    team_domain: 'parley.test',
    channel_id: `C${general}`,
    channel_name: 'general',
    user_id: `U${ada.id}`,
    user_name: 'Ada Lovelace',
    text: `${bot.mention} hello`,
    trigger_word: 'mention',
    service_id: String(bot.id),
  });
  await ada.connection.call(sendMessage, { type: 'direct', to: [bot.id], content: 'hello' });
  await eventually(async () =>
    expect((await textsIn(ada, withUser(bot.id))).at(-1)).toEqual([
      bot.id,
      'This bot does not support direct messages.',
    ]),
  );
  expect(receiver.calls.length).toBe(1);
});

test('[I-30] an edit that adds a mention calls nothing', async () => {
  const bot = await newBot();
  const id = await say(ada, general, 'edit', 'hello');
  await ada.connection.call(updateMessage, { message_id: id, content: bot.mention });
  await settle();
  expect(pathsOfOthers()).toEqual([]);
});

test('a deactivated bot is not called, and a new URL counts for the next message', async () => {
  const bot = await newBot('/old');
  await owner.connection.call(updateBot, {
    bot_id: bot.id,
    service_payload_url: `${receiver.url}/new`,
  });
  await say(ada, general, 'url', bot.mention);
  await eventually(() => expect(pathsOfOthers()).toEqual(['/new']));
  await owner.connection.call(deleteBot, { bot_id: bot.id });
  await say(ada, general, 'url', bot.mention);
  await settle();
  expect(pathsOfOthers()).toEqual(['/new']);
});

test('the bot replies in a private channel to which neither it nor its owner is subscribed', async () => {
  const secret = await channelOf(server, 'secret', [ada], { invite_only: true });
  const bot = await newBot();
  receiver.respondWith(() => ({ body: '{"content":"hi"}' }));
  await say(ada, secret, 'private', bot.mention);
  await eventually(async () =>
    expect((await textsIn(ada, inTopic('private', secret))).at(-1)).toEqual([bot.id, 'hi']),
  );
});

test('a call that is repeated after a crash posts one reply', async () => {
  const bot = await newBot();
  receiver.respondWith((_call, n) => ({ body: JSON.stringify({ content: `reply ${n}` }) }));
  const id = await say(ada, general, 'crash', bot.mention);
  await eventually(() => expect(receiver.calls.length).toBe(1));
  await eventually(async () => expect((await textsIn(ada, inTopic('crash'))).length).toBe(2));
  const { pool } = server.server.world;
  // The cursor as a node leaves it that ends between the reply and the end of the delivery.
  await eventually(async () => {
    const moved = await pool.all(
      sql`update log_reader set position = ${id - 1}, wanted = ${id}, due_at = now()
        where realm_id = ${server.realmId} and kind = 'bot' and id = ${bot.id} and position >= ${id}
        returning id`,
    );
    expect(moved.length).toBe(1);
  });
  await eventually(() => expect(receiver.calls.length).toBe(2));
  await settle();
  expect((await textsIn(ada, inTopic('crash'))).slice(1)).toEqual([[bot.id, 'reply 1']]);
});

test('the message is read for the bot after the call', async () => {
  const bot = await newBot();
  const id = await say(ada, general, 'read', bot.mention);
  await eventually(async () => {
    const row = await server.server.world.pool.first(
      sql<{ is_unread: boolean }>`
        select flags & ${USER_FLAGS.unread} > 0 as is_unread from message_user_flag
        where realm_id = ${server.realmId} and user_id = ${bot.id} and message_id = ${id}`,
    );
    expect(row).toEqual({ is_unread: false });
  });
});

test('an embedded bot whose service this release does not have says so, and tells its owner', async () => {
  const { user_id } = await owner.connection.call(createBot, {
    full_name: 'Units',
    short_name: 'units',
    bot_type: 4,
    service_name: 'converter',
  });
  await server.server.world.pool.all(
    sql`update bot set service_name = 'of a later release' where user_id = ${user_id}`,
  );
  await ada.connection.call(sendMessage, { type: 'direct', to: [user_id], content: '1 m cm' });
  await eventually(async () => {
    expect(await textsIn(ada, withUser(user_id))).toContainEqual([
      user_id,
      'This server does not have the service of this bot.',
    ]);
    expect(await textsIn(owner, withUser(user_id))).toMatchObject([
      [user_id, expect.stringContaining('was not processed')],
    ]);
  });
});
