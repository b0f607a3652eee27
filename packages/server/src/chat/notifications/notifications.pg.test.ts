import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { deleteMessage, sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { muteUser } from '@parley/contract/endpoints/muted-users.ts';
import { createUserGroup } from '@parley/contract/endpoints/groups.ts';
import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { deleteQueue, getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateSubscriptionSettings } from '@parley/contract/endpoints/subscriptions.ts';
import { appendToMessage } from '@parley/contract/endpoints/streamed-messages.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { untilRead } from '@parley/test-support/until-read.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { expireQueues } from '../../delivery/expire.ts';
import { sql } from '../../engine/db/sql.ts';
import { sendDueBatches } from './email/send-batches.ts';
import { catchUpLostQueues } from './reader/catch-up.ts';

let mailbox: Mailbox;
let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let channels = 0;

beforeAll(async () => {
  mailbox = await startMailbox();
  const mail = { url: mailbox.url, from: 'Parley <noreply@parley.test>' };
  server = await startTestServer((config) => ({ ...config, mail }));
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});
beforeEach(async () => {
  ada = await server.user({ fullName: 'Ada' });
  bob = await server.user({ fullName: `Bob ${(channels += 1)}` });
});

function world() {
  return server.server.world;
}

/** Waits until the reader has decided all messages. */
function settle(): Promise<void> {
  return untilRead(world().pool);
}

/** The triggers of the e-mail notifications of a user. */
async function triggersOf(user: TestUser): Promise<string[]> {
  await settle();
  const rows = await world().pool.all(sql<{ trigger: string }>`
    select trigger from notification
    where realm_id = ${server.realmId} and user_id = ${user.id} and kind = 'email' order by message_id`);
  return rows.map(({ trigger }) => trigger);
}

/** Ends the time for which the e-mails of a user are gathered, and returns those that were sent. */
async function emailsOf(user: TestUser) {
  await settle();
  await world().pool.all(sql`update email_batch set due_at = now() where user_id = ${user.id}`);
  await sendDueBatches(world());
  await eventually(async () => {
    expect(await world().pool.all(sql`select from mail where kind = 'notification'`)).toEqual([]);
  });
  return mailbox.emails.filter(({ to }) => to === user.email);
}

async function sendDirect(from: TestUser, to: readonly TestUser[], content = 'hello'): Promise<number> {
  const ids = to.map(({ id }) => id);
  return (await from.connection.call(sendMessage, { type: 'direct', to: ids, content })).id;
}

function channelWith(...users: TestUser[]): Promise<number> {
  return channelOf(server, `channel ${(channels += 1)}`, users);
}

async function subscriptionSetting(user: TestUser, stream_id: number, property: string, value: boolean) {
  await user.connection.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id, property: property as never, value }],
  });
}

async function goOnline(user: TestUser) {
  const queue = await user.connection.call(registerQueue, { event_types: ['message'] });
  await user.connection.call(updatePresence, { status: 'active' });
  return queue;
}

/** Lets time pass for the queues of a user. */
async function passTime(user: TestUser, seconds: number): Promise<void> {
  await world().pool.all(sql`
    update event_queue set last_seen = last_seen - make_interval(secs => ${seconds})
    where realm_id = ${server.realmId} and user_id = ${user.id}`);
}

test('[N-1] [NT1] a direct message to a user without a queue is one e-mail, and none to its sender', async () => {
  await sendDirect(ada, [bob], 'Come *here*');
  expect(await triggersOf(bob)).toEqual(['direct_message']);
  const [email, ...others] = await emailsOf(bob);
  expect(others).toEqual([]);
  expect(email).toMatchObject({ subject: 'Direct messages with Ada', from: 'noreply@parley.test' });
  expect(email?.text).toContain('> Come here');
  expect(email?.html).toContain('<em>here</em>');
  expect(await emailsOf(ada)).toEqual([]);
});

test('[N-2] [NT13] a message that was read before the deadline is left out', async () => {
  const id = await sendDirect(ada, [bob]);
  await bob.connection.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
  expect(await emailsOf(bob)).toEqual([]);
});

test('[N-3] [NT13] messages that were deleted or emptied before the deadline are left out', async () => {
  const owner = await server.user({ role: 100 });
  const deleted = await sendDirect(owner, [bob]);
  await owner.connection.call(deleteMessage, { message_id: deleted });
  const emptied = await sendDirect(ada, [bob]);
  await ada.connection.call(updateMessage, { message_id: emptied, content: '' });
  expect(await emailsOf(bob)).toEqual([]);
});

test('[N-4] [N-5] [N-6] [NT8] a user with a queue and a recent report of activity is not away', async () => {
  await goOnline(bob);
  await sendDirect(ada, [bob]);
  expect(await triggersOf(bob)).toEqual([]);
  await world().pool.all(sql`
    update presence set active_at = now() - interval '201 seconds' where user_id = ${bob.id}`);
  await sendDirect(ada, [bob]);
  expect(await triggersOf(bob)).toEqual(['direct_message']);
});

test('[N-7] [NT2] a user who muted the sender is not notified', async () => {
  await bob.connection.call(muteUser, { muted_user_id: ada.id });
  await sendDirect(ada, [bob]);
  expect(await triggersOf(bob)).toEqual([]);
});

test('[N-8] [NT7] a mention notifies in a muted topic, a silent one does not', async () => {
  const channel = await channelWith(ada, bob);
  const name = `Bob ${channels - 1}`;
  await say(ada, channel, 't', `@_**${name}|${bob.id}**`);
  expect(await triggersOf(bob)).toEqual([]);
  await bob.connection.call(updateUserTopic, { stream_id: channel, topic: 't', visibility_policy: 1 });
  await say(ada, channel, 't', `@**${name}|${bob.id}**`);
  expect(await triggersOf(bob)).toEqual(['mentioned']);
});

test('[N-9] [NT9] an e-mail names the smallest group that was mentioned, unless the user was', async () => {
  const eve = await server.user();
  const owner = await server.user({ role: 100 });
  const groups = { small: [bob.id], large: [bob.id, eve.id] };
  for (const [name, members] of Object.entries(groups))
    await owner.connection.call(createUserGroup, { name: `${name}${bob.id}`, description: '', members });
  const channel = await channelWith(ada, bob);
  await say(ada, channel, 'one', `@*large${bob.id}* @*small${bob.id}*`);
  await say(ada, channel, 'two', `@*small${bob.id}* @**|${bob.id}**`);
  const [one, two] = await emailsOf(bob);
  expect(one?.text).toContain(`because the group @small${bob.id} was mentioned`);
  expect(two?.text).toContain('because you were mentioned');
});

test('[N-10] [N-11] [NT6] a channel mention follows the settings of the channel', async () => {
  const channel = await channelWith(ada, bob);
  await bob.connection.call(updateSettings, { wildcard_mentions_notify: false });
  await say(ada, channel, 't', '@**all**');
  expect(await triggersOf(bob)).toEqual([]);
  await subscriptionSetting(bob, channel, 'wildcard_mentions_notify', true);
  await subscriptionSetting(bob, channel, 'is_muted', true);
  await say(ada, channel, 't', '@**all**');
  expect(await triggersOf(bob)).toEqual(['stream_wildcard_mentioned']);
});

test('[N-12] [NT4] an ordinary channel message notifies by the channel setting or the global one', async () => {
  const channel = await channelWith(ada, bob);
  await say(ada, channel, 't');
  expect(await triggersOf(bob)).toEqual([]);
  await subscriptionSetting(bob, channel, 'email_notifications', true);
  await say(ada, channel, 't');
  expect(await triggersOf(bob)).toEqual(['stream']);
  await subscriptionSetting(bob, channel, 'email_notifications', false);
  await bob.connection.call(updateSettings, { enable_stream_email_notifications: true });
  await say(ada, channel, 't');
  await say(ada, await channelWith(ada, bob), 't');
  expect(await triggersOf(bob)).toEqual(['stream', 'stream']);
});

test('[N-13] [NT4] a message in a followed topic of a muted channel notifies', async () => {
  const channel = await channelWith(ada, bob);
  await subscriptionSetting(bob, channel, 'is_muted', true);
  await bob.connection.call(updateUserTopic, { stream_id: channel, topic: 'T', visibility_policy: 3 });
  await say(ada, channel, 't');
  expect(await triggersOf(bob)).toEqual(['followed_topic']);
});

test('[N-16] [NT1] a mention of a user who is not subscribed does not notify', async () => {
  await say(ada, await channelWith(ada), 't', `@**|${bob.id}**`);
  expect(await triggersOf(bob)).toEqual([]);
});

test('[N-17] [NT10] an edit that adds a mention notifies once', async () => {
  const channel = await channelWith(ada, bob);
  const message_id = await say(ada, channel, 't', 'nothing');
  await ada.connection.call(updateMessage, { message_id, content: `@**|${bob.id}**` });
  expect(await triggersOf(bob)).toEqual(['mentioned']);
  await emailsOf(bob);
  await ada.connection.call(updateMessage, { message_id, content: `@**|${bob.id}** again` });
  await ada.connection.call(updateMessage, { message_id, content: 'nothing' });
  await ada.connection.call(updateMessage, { message_id, content: `@**|${bob.id}**` });
  expect(await emailsOf(bob)).toHaveLength(1);
  const direct = await sendDirect(bob, [ada], 'x');
  await bob.connection.call(updateMessage, { message_id: direct, content: `@**|${ada.id}**` });
  expect(await triggersOf(ada)).toEqual(['direct_message']);
});

test('[N-17] [NT10] an edit that mentions the channel notifies users whom the old text did not mention', async () => {
  const eve = await server.user();
  const channel = await channelWith(ada, bob, eve);
  await world().pool.all(sql`delete from topic_policy where user_id = ${bob.id}`);
  const message_id = await say(ada, channel, 't', `@**|${bob.id}**`);
  await ada.connection.call(updateMessage, { message_id, content: '@**all**' });
  expect(await triggersOf(bob)).toEqual(['mentioned']);
  expect(await triggersOf(eve)).toEqual(['stream_wildcard_mentioned']);
});

test('[N-18] [NT11] a message that a lost queue did not deliver notifies once', async () => {
  const { queue_id, last_event_id } = await goOnline(bob);
  await sendDirect(ada, [bob], 'seen');
  const { events } = await bob.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  await bob.connection.call(getEvents, {
    queue_id,
    last_event_id: events.at(-1)?.id ?? 0,
    dont_block: true,
  });
  await sendDirect(ada, [bob], 'unseen');
  expect(await triggersOf(bob)).toEqual([]);
  await bob.connection.call(deleteQueue, { queue_id });
  await catchUpLostQueues(world());
  // The job of the server may be at it.
  await expect.poll(() => triggersOf(bob)).toEqual(['direct_message']);
  const [email] = await emailsOf(bob);
  expect(email?.text).toContain('> unseen');
  expect(email?.text).not.toContain('> seen');
});

test('[N-18] [NT11] a queue that no client uses is lost after ten minutes, once', async () => {
  await goOnline(bob);
  await sendDirect(ada, [bob]);
  await passTime(bob, 590);
  await expireQueues(world());
  await catchUpLostQueues(world());
  expect(await triggersOf(bob)).toEqual([]);
  await passTime(bob, 15);
  await expireQueues(world());
  await catchUpLostQueues(world());
  // The job of the server may be at it.
  await expect.poll(() => triggersOf(bob)).toEqual(['direct_message']);
  await emailsOf(bob);
  await passTime(bob, 1_000);
  await expireQueues(world());
  await catchUpLostQueues(world());
  expect(await emailsOf(bob)).toHaveLength(1);
});

test('[N-18] [NT11] a lost queue does not notify a user who has another one', async () => {
  const { queue_id } = await goOnline(bob);
  await goOnline(bob);
  await sendDirect(ada, [bob]);
  await bob.connection.call(deleteQueue, { queue_id });
  await catchUpLostQueues(world());
  expect(await triggersOf(bob)).toEqual([]);
});

test('[N-1] a streamed message notifies once, when its text is complete', async () => {
  const bot = await server.user({ bot: { type: 1, ownerId: ada.id } });
  const channel = await channelWith(ada, bob, bot);
  const send = (place: object) =>
    bot.connection.call(sendMessage, { ...place, content: '', stream: true } as never);
  const direct = await send({ type: 'direct', to: [bob.id] });
  const mention = await send({ type: 'channel', to: channel, topic: 't' });
  await bot.connection.call(appendToMessage, { message_id: direct.id, content: 'For you' });
  await bot.connection.call(appendToMessage, { message_id: mention.id, content: `@**Bob ${channels - 1}**` });
  expect(await triggersOf(bob)).toEqual([]);
  for (const { id } of [direct, mention])
    await bot.connection.call(appendToMessage, { message_id: id, content: ' all', finish: true });
  expect(await triggersOf(bob)).toEqual(['direct_message', 'mentioned']);
});
