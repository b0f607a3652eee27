import { createBot, deleteBot, updateBot } from '@parley/contract/endpoints/bots.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
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
