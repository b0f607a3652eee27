import { createBot } from '@parley/contract/endpoints/bots.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { muteUser } from '@parley/contract/endpoints/muted-users.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../../engine/db/sql.ts';
import { heard as heardOn } from '@parley/test-support/talk.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: 100 });
  ada = await server.user({ fullName: 'Ada', emailVisibility: 1 });
  grace = await server.user({ fullName: 'Grace', emailVisibility: 3 });
  for (const one of [ada, grace])
    await one.connection.call(subscribe, { subscriptions: [{ name: 'Engineering' }] });
});
afterAll(() => server.stop());

function heard(who: TestUser, act: () => Promise<unknown>, options: object = {}) {
  return heardOn(who, act, { event_types: ['message'], ...options });
}

function say(more: object = {}, who: { connection: Connection } = ada) {
  return who.connection.call(sendMessage, {
    type: 'channel',
    to: 'engineering',
    topic: 'Plans',
    content: 'hello',
    ...more,
  });
}

function refused(code = 'BAD_REQUEST', body: object = {}) {
  return { status: 400, code, body };
}

test('of messages that begin a topic at the same time, the first makes its sender follow it', async () => {
  const eve = await server.user();
  await eve.connection.call(subscribe, { subscriptions: [{ name: 'Engineering' }] });
  const authors = [ada, eve, ada, owner, eve];
  for (const topic of ['race 1', 'race 2', 'race 3']) {
    const sent = await Promise.all(authors.map(async (who) => ({ who, ...(await say({ topic }, who)) })));
    const [first] = sent.toSorted((a, b) => a.id - b.id);
    const started = sent.filter((one) => one.automatic_new_visibility_policy !== undefined);
    expect(started).toEqual([first]);
    expect(await policiesFor(topic)).toEqual([{ user_id: first?.who.id, policy: 3 }]);
    expect(await publishedPolicies(topic)).toBe(1);
  }
});

function policiesFor(topic: string) {
  return server.server.world.pool.all(
    q.selectFrom('topic_policy').select(['user_id', 'policy']).where('topic', '=', topic),
  );
}

async function publishedPolicies(topic: string): Promise<number | undefined> {
  const row = await server.server.world.pool.first(
    sql<{ count: number }>`select count(*)::int as count from log_entry
      where event::jsonb ->> 'type' = 'user_topic' and event::jsonb ->> 'topic_name' = ${topic}`,
  );
  return row?.count;
}

test('a mentioned user follows the topic, unless it is muted or a setting disables that', async () => {
  const types = { event_types: ['user_topic'] };
  const mention = (content: string) => () => say({ topic: 'calls', content });
  expect(await heard(grace, mention('@_**Grace** hi'), types)).toEqual([]);
  expect(await heard(grace, mention('@**Grace** hi'), types)).toMatchObject([
    { topic_name: 'calls', visibility_policy: 3 },
  ]);
  expect(await heard(grace, mention('@**Grace** hi'), types)).toEqual([]);
});

test('two users who mention each other concurrently do not deadlock', async () => {
  const rounds = Array.from({ length: 3 }, (_, n) => [
    say({ topic: `round ${n}`, content: '@**Grace** you' }),
    say({ topic: `round ${n}`, content: '@**Ada** you' }, grace),
  ]);
  expect(await Promise.all(rounds.flat())).toHaveLength(6);
});

test('a new message has the flags mentioned and alerted, and is read for the sender and for users who muted the sender', async () => {
  const other = await server.user();
  await other.connection.call(subscribe, { subscriptions: [{ name: 'Engineering' }] });
  expect(await heard(grace, () => say({ content: '@**Grace** and @**all**' }))).toMatchObject([
    { flags: ['mentioned', 'stream_wildcard_mentioned', 'wildcard_mentioned'] },
  ]);
  await other.connection.call(muteUser, { muted_user_id: ada.id });
  expect(await heard(other, () => say())).toMatchObject([{ flags: ['read'] }]);
  expect(await heard(ada, () => say())).toMatchObject([{ flags: [] }]);
  expect(await heard(ada, () => say({ read_by_sender: true }))).toMatchObject([{ flags: ['read'] }]);
});

test('a bot receives a message that mentions it in a channel without a subscription', async () => {
  const made = await ada.connection.call(createBot, { full_name: 'Helper', short_name: 'helper' });
  const bot = botConnection('helper', made.api_key ?? '');
  const queue = await bot.call(registerQueue, { event_types: ['message'] });
  await say({ content: 'hello @**Helper**' });
  await say({ content: 'hello @_**Helper**' });
  const { events } = await bot.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
    dont_block: true,
  });
  expect(events).toMatchObject([{ flags: ['mentioned'], message: { content: 'hello @**Helper**' } }]);
  expect(await say({ topic: 'by a bot' }, { connection: bot })).not.toHaveProperty(
    'automatic_new_visibility_policy',
  );
});

function botConnection(name: string, apiKey: string): Connection {
  return createConnection({ url: server.url, credentials: { email: `${name}-bot@parley.test`, apiKey } });
}

test('a guest with restricted visibility sees a sender only if they share a conversation', async () => {
  const guest = await server.user({ role: 600 });
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'Engineering' }], principals: [guest.id] });
  const [open] = await heard(guest, () => say());
  const known = { message: { sender_full_name: 'Ada' } };
  expect(open).toMatchObject(known);
  const groups = await server.server.world.pool.all(
    q.selectFrom('user_group').select(['id', 'name']).where('name', 'in', ['role:members', 'role:everyone']),
  );
  const idOf = (name: string) => groups.find((group) => group.name === name)?.id ?? 0;
  const hide = (name: string) =>
    owner.connection.call(updateRealm, { can_access_all_users_group: { new: idOf(name) } });
  await hide('role:members');
  const unknown = { sender_full_name: 'Unknown user', sender_email: `user${ada.id}@parley.test` };
  expect(await heard(guest, () => say())).toMatchObject([known]);
  await ada.connection.call(unsubscribe, { subscriptions: ['Engineering'] });
  expect(await heard(guest, () => say())).toMatchObject([{ message: unknown }]);
  expect(await heard(grace, () => say())).toMatchObject([known]);
  await expect(say({ type: 'direct', to: [ada.id] }, guest)).rejects.toMatchObject(refused());
  expect(await heard(guest, () => say({ type: 'direct', to: [guest.id] }))).toMatchObject([
    { message: { ...known.message, display_recipient: [{ full_name: 'Ada' }, { id: guest.id }] } },
  ]);
  expect(await heard(guest, () => say())).toMatchObject([known]);
  await say({ type: 'direct', to: [ada.id] }, guest);
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'Engineering' }] });
  await hide('role:everyone');
});
