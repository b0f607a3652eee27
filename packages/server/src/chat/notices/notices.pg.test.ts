import { roles } from '@parley/contract/rights/roles.ts';
import { archiveStream, updateStream } from '@parley/contract/endpoints/streams.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { getUser, getUsers, deactivateUser } from '@parley/contract/endpoints/users.ts';
import { createConnection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { createFirstChannels } from '../../organization/realm/first-channels.ts';
import { heard as heardOn } from '@parley/test-support/talk.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let grace: TestUser;
let general: number;
let channels: { id: number; name: string; is_default: boolean }[];
beforeAll(async () => {
  server = await startTestServer();
  await server.server.world.write(server.realmId, createFirstChannels);
  owner = await server.user({ role: roles.owner, fullName: 'Olive Owner' });
  ada = await server.user({ fullName: 'Ada Lovelace' });
  grace = await server.user({ fullName: 'Grace Hopper' });
  channels = await server.server.world.pool.all(
    q.selectFrom('channel').select(['id', 'name', 'is_default']).orderBy('id'),
  );
  general = channels[2]?.id ?? 0;
});
afterAll(() => server.stop());

test('a new organization has three default channels', () => {
  expect(channels.map(({ name, is_default }) => [name, is_default])).toEqual([
    ['parley', true],
    ['sandbox', true],
    ['general', true],
  ]);
});

function messagesTo(user: TestUser, action: () => Promise<unknown>) {
  return heardOn(user, action, { event_types: ['message'] });
}

async function botOf() {
  const { cross_realm_bots } = await ada.connection.call(registerQueue, {
    fetch_event_types: ['realm_user'],
  });
  const [bot] = cross_realm_bots ?? [];
  if (bot === undefined) throw new Error('There is no notification bot.');
  return bot;
}

test('every organization has a notification bot that is listed separately and cannot be changed', async () => {
  const bot = await botOf();
  expect(bot).toMatchObject({
    full_name: 'Notification Bot',
    is_bot: true,
    is_system_bot: true,
    role: roles.member,
  });
  const { members } = await owner.connection.call(getUsers, {});
  expect(members?.map(({ user_id }) => user_id)).not.toContain(bot.user_id);
  const { user: shownUser } = await ada.connection.call(getUser, { user_id: bot.user_id });
  expect(shownUser).toMatchObject({ full_name: 'Notification Bot', delivery_email: null });
  await expect(owner.connection.call(deactivateUser, { user_id: bot.user_id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  await expect(
    owner.connection.call(subscribe, { subscriptions: [{ name: 'general' }], principals: [bot.user_id] }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('the notification bot accepts direct messages', async () => {
  const { user_id: id } = await botOf();
  expect(
    await messagesTo(ada, () =>
      ada.connection.call(sendMessage, { type: 'direct', to: [id], content: 'Are you there?' }),
    ),
  ).toMatchObject([{ message: { display_recipient: [{ id }, { id: ada.id }] } }]);
});

test('new public channels are announced, private channels are not', async () => {
  const make = (name: string, invite_only: boolean) => () =>
    ada.connection.call(subscribe, { subscriptions: [{ name }], announce: true, invite_only });
  expect(await messagesTo(grace, make('rockets', false))).toMatchObject([
    {
      message: {
        stream_id: general,
        subject: 'new channels',
        sender_full_name: 'Notification Bot',
        content: `@_**Ada Lovelace|${ada.id}** created the channel #**rockets**.`,
      },
    },
  ]);
  expect(await messagesTo(grace, make('secrets', true))).toEqual([]);
});

test('users are notified when subscribed by another user', async () => {
  const invite = (more: object = {}) =>
    ada.connection.call(subscribe, {
      subscriptions: [{ name: 'rockets' }, { name: 'brand new' }],
      principals: [grace.id, ada.id],
      ...more,
    });
  let answer: Awaited<ReturnType<typeof invite>> | undefined;
  const events = await messagesTo(grace, async () => {
    answer = await invite();
  });
  expect(answer?.new_subscription_messages_sent).toBe(true);
  expect(events).toMatchObject([
    {
      flags: [],
      message: {
        type: 'private',
        content: `@_**Ada Lovelace|${ada.id}** subscribed you to the channel #**rockets**.`,
      },
    },
  ]);
  expect(await messagesTo(ada, () => invite())).toEqual([]);
  const other = await server.user();
  expect(
    await messagesTo(other, async () => {
      answer = await invite({ principals: [other.id], send_new_subscription_messages: false });
    }),
  ).toEqual([]);
  expect(answer).not.toHaveProperty('new_subscription_messages_sent');
});

test('channel changes are posted in the channel if the organization enables it', async () => {
  const change = (more: object) => () => owner.connection.call(updateStream, { stream_id: general, ...more });
  expect(await messagesTo(grace, change({ description: 'Everything' }))).toEqual([]);
  await owner.connection.call(updateRealm, { send_channel_events_messages: true });
  const [received] = await messagesTo(
    grace,
    change({ new_name: 'everything', description: '@**all** ``` hello' }),
  );
  expect(received).toMatchObject({ flags: [], message: { subject: 'channel events' } });
  const [created] = await messagesTo(ada, () =>
    ada.connection.call(subscribe, { subscriptions: [{ name: 'boats' }] }),
  );
  expect(created).toMatchObject({
    flags: ['read'],
    message: { content: `@_**Ada Lovelace|${ada.id}** created this channel.` },
  });
  const id = (created as { message: { stream_id: number } }).message.stream_id;
  expect(await messagesTo(ada, () => ada.connection.call(archiveStream, { stream_id: id }))).toMatchObject([
    { flags: ['read'], message: { content: expect.stringContaining('archived') as string } },
  ]);
});

test('the owner of a bot is notified of undeliverable messages, with a limited frequency', async () => {
  const made = await ada.connection.call(createBot, { full_name: 'Void', short_name: 'void' });
  const bot = createConnection({
    url: server.url,
    credentials: { email: `void-bot@parley.test`, apiKey: made.api_key ?? '' },
  });
  const speak = () =>
    bot.call(sendMessage, { type: 'channel', to: 'nowhere', topic: 't', content: 'hello?' }).catch(() => {});
  expect(
    await messagesTo(ada, async () => {
      await speak();
      await speak();
    }),
  ).toMatchObject([{ message: { type: 'private', sender_full_name: 'Notification Bot' } }]);
});
