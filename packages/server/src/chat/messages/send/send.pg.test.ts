import { createBot } from '@parley/contract/endpoints/bots.ts';
import { archiveStream, updateStream } from '@parley/contract/endpoints/streams.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { muteUser } from '@parley/contract/endpoints/muted-users.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { deactivateUser } from '@parley/contract/endpoints/users.ts';
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

function rowOf(id: number) {
  return server.server.world.pool.first(
    q.selectFrom('message').select(['topic', 'content', 'home_id']).where('id', '=', id),
  );
}

test('a message to a channel reaches its subscribers, as Markdown or as HTML', async () => {
  const post = (content: string) => () => say({ content });
  expect(await heard(grace, post('**Hello** world'))).toMatchObject([
    {
      type: 'message',
      flags: [],
      message: {
        content: '**Hello** world',
        content_type: 'text/x-markdown',
        subject: 'Plans',
        display_recipient: 'Engineering',
        sender_id: ada.id,
      },
    },
  ]);
  expect(await heard(grace, post('**Hello** world'), { apply_markdown: true })).toMatchObject([
    { message: { content: '<p><strong>Hello</strong> world</p>' } },
  ]);
});

test('a direct message reaches both users, and its topic parameter is ignored', async () => {
  for (const who of [ada, grace])
    expect(await heard(who, () => say({ type: 'direct', to: [grace.id], topic: 'x' }))).toMatchObject([
      { message: { subject: '', display_recipient: [{ id: ada.id }, { id: grace.id }] } },
    ]);
});

test('content is trimmed and truncated', async () => {
  expect(await rowOf((await say({ content: '\n\n x \n' })).id)).toMatchObject({ content: ' x' });
  const long = await rowOf((await say({ content: 'a'.repeat(10_001), topic: 't'.repeat(61) })).id);
  expect(long?.content).toHaveLength(10_000);
  expect(long?.content.endsWith('a\n[message truncated]')).toBe(true);
  expect(long?.topic).toBe(`${'t'.repeat(57)}...`);
  for (const topic of ['', ' general chat ', '(no topic)'])
    expect(await rowOf((await say({ topic })).id)).toMatchObject({ topic: '' });
  for (const wrong of [{ content: ' \n ' }, { content: 'a\0b' }, { topic: 'a\nb' }, { topic: 'a\0b' }])
    await expect(say(wrong)).rejects.toMatchObject(refused());
});

test('a channel is named by id or by name in any letter case, alone or in a list', async () => {
  const { id } = (await server.server.world.pool.first(q.selectFrom('channel').select('id'))) ?? { id: 0 };
  const homes = await Promise.all(
    [id, [id], 'ENGINEERING ', ['engineering']].map(
      async (to) => (await rowOf((await say({ to })).id))?.home_id,
    ),
  );
  expect(new Set(homes).size).toBe(1);
  for (const to of [[], [id, id], '', 'x'.repeat(61), 'a\u0007b'])
    await expect(say({ to })).rejects.toMatchObject(refused());
  await expect(say({ to: undefined })).rejects.toMatchObject(refused());
  await expect(say({ to: `<b>` })).rejects.toMatchObject(refused('STREAM_DOES_NOT_EXIST', { stream: '<b>' }));
  await expect(say({ to: 99_999 })).rejects.toMatchObject(
    refused('STREAM_DOES_NOT_EXIST', { stream_id: 99_999 }),
  );
});

test('recipients are named by id or by an e-mail address that the sender may see', async () => {
  const direct = (to: unknown) => say({ type: 'direct', to });
  const homes = await Promise.all(
    [[grace.id], [grace.id, ada.id, grace.id], [`user${grace.id}@parley.test`]].map(
      async (to) => (await rowOf((await direct(to)).id))?.home_id,
    ),
  );
  expect(new Set(homes).size).toBe(1);
  await direct(`${ada.email.toUpperCase()}, user${grace.id}@parley.test`);
  const gone = await server.user();
  await owner.connection.call(deactivateUser, { user_id: gone.id });
  for (const to of [[grace.email], ['nobody@x.org'], [999_999], 12, [], '', undefined, [gone.id]])
    await expect(direct(to)).rejects.toMatchObject(refused());
  await say({ type: 'direct', to: [grace.email] }, owner);
});

test('the first message of a topic makes its sender follow it, once', async () => {
  const start = (more: object = {}, who = ada) => say({ topic: 'fresh', ...more }, who);
  const events = await heard(
    ada,
    async () => {
      expect(await start()).toMatchObject({ automatic_new_visibility_policy: 3 });
    },
    { event_types: ['message', 'user_topic'] },
  );
  expect(events.map(({ type }) => type)).toEqual(['user_topic', 'message']);
  expect(await start()).not.toHaveProperty('automatic_new_visibility_policy');
  expect(await start({}, grace)).not.toHaveProperty('automatic_new_visibility_policy');
  await grace.connection.call(updateSettings, { automatically_follow_topics_policy: 4 });
  expect(await start({ topic: 'another' }, grace)).not.toHaveProperty('automatic_new_visibility_policy');
});

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

test('a user who is not subscribed to a public channel may send to it and does not receive the message', async () => {
  const stranger = await server.user();
  expect(await heard(stranger, () => say({}, stranger))).toEqual([]);
  const guest = await server.user({ role: 600 });
  await expect(say({}, guest)).rejects.toMatchObject(refused());
});

test('posting rights, topics and archives are respected', async () => {
  await owner.connection.call(subscribe, {
    subscriptions: [{ name: 'strict' }],
    topics_policy: 'disable_empty_topic',
  });
  await owner.connection.call(subscribe, { subscriptions: [{ name: 'single' }] });
  await owner.connection.call(subscribe, { subscriptions: [{ name: 'closed' }], invite_only: true });
  const idOf = async (name: string) =>
    (await server.server.world.pool.first(q.selectFrom('channel').select('id').where('name', '=', name)))
      ?.id ?? 0;
  const shown = { empty_topic_display_name: 'general chat' };
  for (const topic of ['', '(no topic)', 'general chat'])
    await expect(say({ to: 'strict', topic })).rejects.toMatchObject(refused('BAD_REQUEST', shown));
  await say({ to: 'single', topic: 'named' }, owner);
  const single = await idOf('single');
  const onlyEmpty = { stream_id: single, topics_policy: 'empty_topic_only' } as const;
  await expect(owner.connection.call(updateStream, onlyEmpty)).rejects.toMatchObject(
    refused('BAD_REQUEST', shown),
  );
  await expect(say({ to: 'closed' })).rejects.toMatchObject(refused());
  await owner.connection.call(archiveStream, { stream_id: single });
  await expect(say({ to: 'single', topic: 'named' }, owner)).rejects.toMatchObject(refused());
});

test('wildcard mentions of many users require a permission', async () => {
  const crowd: TestUser[] = [];
  while (crowd.length < 14) crowd.push(await server.user());
  const subscriptions = [{ name: 'crowd' }];
  await ada.connection.call(subscribe, {
    subscriptions,
    principals: [ada.id, ...crowd.map(({ id }) => id)],
  });
  const call = (content: string, who = ada) => say({ to: 'crowd', content, topic: 'crowd' }, who);
  await call('@**all** 15');
  await ada.connection.call(subscribe, { subscriptions, principals: [grace.id] });
  await expect(call('@**everyone** 16')).rejects.toMatchObject(
    refused('STREAM_WILDCARD_MENTION_NOT_ALLOWED'),
  );
  await call('`@**all**`');
  await call('@**all**', owner);
  for (const one of [...crowd, grace]) await call('I take part', one);
  await expect(call('@**topic**')).rejects.toMatchObject(refused('TOPIC_WILDCARD_MENTION_NOT_ALLOWED'));
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

test('only the named queue receives the local id', async () => {
  const queues = await Promise.all(
    [0, 1].map(() => ada.connection.call(registerQueue, { event_types: ['message'] })),
  );
  await say({ queue_id: queues[0]?.queue_id, local_id: '17.01' });
  const heardBy = await Promise.all(
    queues.map(({ queue_id, last_event_id }) =>
      ada.connection.call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true }),
    ),
  );
  expect(heardBy.map(({ events }) => (events[0] as { local_message_id?: string }).local_message_id)).toEqual([
    '17.01',
    undefined,
  ]);
});
