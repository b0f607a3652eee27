import { roles } from '@parley/contract/rights/roles.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { addReaction, removeReaction } from '@parley/contract/endpoints/reactions.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { heard as heardOn } from '@parley/test-support/talk.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
let guest: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  grace = await server.user();
  guest = await server.user({ role: roles.guest });
  stranger = await server.user();
  for (const one of [ada, grace]) await one.connection.call(subscribe, { subscriptions: [{ name: 'tea' }] });
});
afterAll(() => server.stop());

async function post(more: object = {}) {
  return (
    await ada.connection.call(sendMessage, {
      type: 'channel',
      to: 'tea',
      topic: 'cups',
      content: 'hello',
      ...more,
    })
  ).id;
}

function eventsTo(user: TestUser, action: () => Promise<unknown>, event_types: string[] = ['reaction']) {
  return heardOn(user, action, { event_types });
}

function react(user: TestUser, message_id: number, emoji: object) {
  return user.connection.call(addReaction, { message_id, emoji_name: '+1', ...emoji });
}

function unreact(user: TestUser, message_id: number, emoji: object) {
  return user.connection.call(removeReaction, { message_id, ...emoji });
}

function refused(code: string) {
  return { code };
}

function reactionsOf(messageId: number) {
  return server.server.world.pool.all(
    q
      .selectFrom('reaction')
      .select(['user_id as user_id', 'reaction_type', 'emoji_name'])
      .where('message_id', '=', messageId)
      .orderBy('position'),
  );
}

test('a reaction by name is stored and published to subscribers alone', async () => {
  const id = await post();
  const add = { type: 'reaction', op: 'add', message_id: id, emoji_name: '+1', emoji_code: '1f44d' };
  expect(await eventsTo(ada, () => react(grace, id, {}))).toMatchObject([{ ...add, user_id: grace.id }]);
  expect(await eventsTo(guest, () => react(ada, id, {}))).toEqual([]);
  expect(await reactionsOf(id)).toMatchObject([
    { user_id: grace.id, reaction_type: 'unicode_emoji' },
    { user_id: ada.id },
  ]);
  expect(await eventsTo(ada, () => unreact(grace, id, { emoji_code: '1f44d' }))).toMatchObject([
    { ...add, op: 'remove', user_id: grace.id },
  ]);
  expect(await reactionsOf(id)).toMatchObject([{ user_id: ada.id }]);
});

test('a second identical reaction is refused, and other users get the stored emoji name', async () => {
  const id = await post();
  await react(ada, id, { emoji_name: '+1' });
  await expect(react(ada, id, { emoji_name: 'thumbs_up' })).rejects.toMatchObject(
    refused('REACTION_ALREADY_EXISTS'),
  );
  await react(grace, id, { emoji_name: 'thumbs_up' });
  expect(await reactionsOf(id)).toMatchObject([{ emoji_name: '+1' }, { emoji_name: '+1' }]);
});

test('an unknown emoji is refused', async () => {
  const id = await post();
  const wrong = [
    { emoji_name: 'no_such' },
    { emoji_name: '+1', emoji_code: '1f44e', reaction_type: 'unicode_emoji' },
    { emoji_name: '+1', emoji_code: 'zzz' },
    { emoji_name: '+1', reaction_type: 'realm_emoji' },
    { emoji_name: 'a\0b', emoji_code: 'x\0', reaction_type: 'unicode_emoji' },
  ];
  for (const emoji of wrong)
    await expect(react(ada, id, emoji)).rejects.toMatchObject(refused('BAD_REQUEST'));
  for (const emoji of [{}, { emoji_name: 'no_such' }, { emoji_code: 'zzz' }, { emoji_code: '\0' }])
    await expect(unreact(ada, id, emoji)).rejects.toMatchObject(refused('BAD_REQUEST'));
  await expect(unreact(ada, id, { emoji_name: '+1' })).rejects.toMatchObject(
    refused('REACTION_DOES_NOT_EXIST'),
  );
});

test('a reaction of another user cannot be removed', async () => {
  const id = await post();
  await react(ada, id, {});
  await expect(unreact(grace, id, { emoji_name: '+1' })).rejects.toMatchObject(
    refused('REACTION_DOES_NOT_EXIST'),
  );
});

test('an unreadable message cannot be reacted to', async () => {
  const id = await post();
  const direct = await post({ type: 'direct', to: [ada.id] });
  await expect(react(guest, id, {})).rejects.toMatchObject(refused('BAD_REQUEST'));
  await expect(react(grace, direct, {})).rejects.toMatchObject(refused('BAD_REQUEST'));
  await expect(react(ada, 2 ** 31 - 1, {})).rejects.toMatchObject(refused('BAD_REQUEST'));
});

test('a user who reacts without a subscription receives later events of the message', async () => {
  const id = await post();
  expect(await eventsTo(stranger, () => react(ada, id, {}))).toEqual([]);
  expect(await eventsTo(stranger, () => react(stranger, id, {}))).toMatchObject([{ user_id: stranger.id }]);
  expect(await eventsTo(stranger, () => unreact(ada, id, { emoji_name: '+1' }))).toHaveLength(1);
});

test("reacting follows the topic once, if the user's settings say so", async () => {
  const id = await post({ topic: 'new cups' });
  await grace.connection.call(updateSettings, { automatically_follow_topics_policy: 1 });
  const types = ['user_topic', 'reaction'];
  expect(await eventsTo(grace, () => react(grace, id, {}), types)).toMatchObject([
    { type: 'user_topic', topic_name: 'new cups', visibility_policy: 3 },
    { type: 'reaction' },
  ]);
  expect(await eventsTo(grace, () => react(grace, id, { emoji_name: 'heart' }), types)).toHaveLength(1);
  await grace.connection.call(unsubscribe, { subscriptions: ['tea'] });
  const other = await post({ topic: 'other cups' });
  expect(await eventsTo(grace, () => react(grace, other, {}), types)).toMatchObject([{ type: 'reaction' }]);
});

test('twenty concurrent identical reactions store a single reaction', async () => {
  const id = await post();
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => react(ada, id, {})));
  const outcome = answers.map((answer) =>
    answer.status === 'fulfilled' ? 'added' : (answer.reason as { code: string }).code,
  );
  expect(outcome.toSorted()).toEqual([...Array<string>(19).fill('REACTION_ALREADY_EXISTS'), 'added']);
  expect(await reactionsOf(id)).toHaveLength(1);
});
