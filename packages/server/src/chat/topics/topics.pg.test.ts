import { roles } from '@parley/contract/rights/roles.ts';
import { muteTopic } from '@parley/contract/endpoints/channels.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;
let open: number;
let closed: number;
let archived: number;

beforeAll(async () => {
  server = await startTestServer();
  open = await channel({ name: 'Open' });
  closed = await channel({ name: 'Closed', is_private: true, is_history_public: false });
  archived = await channel({ name: 'Archived', is_archived: true });
});
afterAll(() => server.stop());

type Columns = { name: string; is_private?: boolean; is_history_public?: boolean; is_archived?: boolean };

function channel(columns: Columns, realmId = server.realmId): Promise<number> {
  return server.server.world.write(realmId, async (tx) => {
    const conversation = await tx.first(
      q.insertInto('conversation').values({ realm_id: realmId }).returning('id'),
    );
    const row = { realm_id: realmId, conversation_id: conversation?.id ?? 0, ...columns };
    const made = await tx.first(q.insertInto('channel').values(row).returning('id'));
    return made?.id ?? 0;
  });
}

function add({ connection }: TestUser, topic: string, stream_id = open) {
  return connection.call(muteTopic, { op: 'add', topic, stream_id });
}

function remove({ connection }: TestUser, topic: string, stream_id = open) {
  return connection.call(muteTopic, { op: 'remove', topic, stream_id });
}

function change({ connection }: TestUser, topic: string, visibility_policy: 0 | 1 | 2 | 3, stream_id = open) {
  return connection.call(updateUserTopic, { stream_id, topic, visibility_policy });
}

async function policies({ connection }: TestUser) {
  const state = await connection.call(registerQueue, { fetch_event_types: ['user_topic'] });
  return (state.user_topics ?? []).map((topic) => [
    topic.stream_id,
    topic.topic_name,
    topic.visibility_policy,
  ]);
}

/** Events that a queue receives during an action, without timestamps. */
async function eventsDuring(user: TestUser, action: () => Promise<unknown>, event_types?: string[]) {
  const { queue_id } = await user.connection.call(
    registerQueue,
    event_types === undefined ? { fetch_event_types: [] } : { event_types, fetch_event_types: [] },
  );
  await action();
  const { events } = await user.connection.call(getEvents, {
    queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  return events.map((event) => {
    if (event.type === 'muted_topics')
      return [event.type, ...event.muted_topics.map(([name, topic]) => `${name}>${topic}`)];
    if (event.type === 'user_topic')
      return [event.type, event.stream_id, event.topic_name, event.visibility_policy];
    return [event.type];
  });
}

const refused = { status: 400, code: 'BAD_REQUEST' };

test('muting and unmuting publish muted_topics, then user_topic, to a queue of all event types', async () => {
  const ada = await server.user();
  expect(await eventsDuring(ada, () => add(ada, 'noise'))).toEqual([
    ['muted_topics', 'Open>noise'],
    ['user_topic', open, 'noise', 1],
  ]);
  expect(await policies(ada)).toEqual([[open, 'noise', 1]]);
  expect(await eventsDuring(ada, () => remove(ada, 'noise'))).toEqual([
    ['muted_topics'],
    ['user_topic', open, 'noise', 0],
  ]);
  expect(await policies(ada)).toEqual([]);
});

test('a queue that lists user_topic never receives muted_topics, even if it lists both', async () => {
  const ada = await server.user();
  expect(await eventsDuring(ada, () => add(ada, 'a'), ['muted_topics', 'user_topic'])).toEqual([
    ['user_topic', open, 'a', 1],
  ]);
  expect(await eventsDuring(ada, () => add(ada, 'b'), ['muted_topics'])).toEqual([
    ['muted_topics', 'Open>a', 'Open>b'],
  ]);
});

test('two queues of a user with different event types receive different forms of an event', async () => {
  const ada = await server.user();
  const [both, older] = await Promise.all([
    ada.connection.call(registerQueue, { event_types: ['muted_topics', 'user_topic'] }),
    ada.connection.call(registerQueue, { event_types: ['muted_topics'] }),
  ]);
  await add(ada, 'shared');
  const typesIn = async (queue_id: string) =>
    (await ada.connection.call(getEvents, { queue_id, last_event_id: -1, dont_block: true })).events.map(
      ({ type }) => type,
    );
  expect([await typesIn(both.queue_id), await typesIn(older.queue_id)]).toEqual([
    ['user_topic'],
    ['muted_topics'],
  ]);
});

test('setting the current policy publishes nothing, ignoring case', async () => {
  const ada = await server.user();
  await add(ada, 'Noise');
  expect(await eventsDuring(ada, () => add(ada, 'nOISE'))).toEqual([]);
  expect(await eventsDuring(ada, () => remove(ada, 'other'))).toEqual([]);
  expect(await eventsDuring(ada, () => change(ada, 'noise', 1))).toEqual([]);
  expect(await eventsDuring(ada, () => change(ada, 'never', 0))).toEqual([]);
});

test('a policy keeps its first spelling and is removed by any spelling', async () => {
  const ada = await server.user();
  await add(ada, 'Noise');
  expect(await eventsDuring(ada, () => change(ada, 'NOISE', 3), ['user_topic'])).toEqual([
    ['user_topic', open, 'Noise', 3],
  ]);
  expect(await eventsDuring(ada, () => remove(ada, 'noise'), ['user_topic'])).toEqual([
    ['user_topic', open, 'Noise', 0],
  ]);
});

test('muting replaces following, and unmuting removes any policy', async () => {
  const ada = await server.user();
  await change(ada, 'topic', 3);
  await add(ada, 'topic');
  expect(await policies(ada)).toEqual([[open, 'topic', 1]]);
  await change(ada, 'topic', 2);
  expect(await policies(ada)).toEqual([[open, 'topic', 2]]);
  await remove(ada, 'topic');
  expect(await policies(ada)).toEqual([]);
});

test('a channel is given by exactly one of id and name, ignoring case', async () => {
  const ada = await server.user();
  await ada.connection.call(muteTopic, { op: 'add', topic: 'by name', stream: 'oPEN' });
  expect(await policies(ada)).toEqual([[open, 'by name', 1]]);
  const both = ada.connection.call(muteTopic, { op: 'add', topic: 't', stream: 'Open', stream_id: open });
  await expect(both).rejects.toMatchObject({ ...refused, body: { parameters: 'stream_id, stream' } });
  await expect(ada.connection.call(muteTopic, { op: 'add', topic: 't' })).rejects.toMatchObject(refused);
  const unknown = ada.connection.call(muteTopic, { op: 'add', topic: 't', stream: 'Nowhere' });
  await expect(unknown).rejects.toMatchObject(refused);
});

test('setting a policy needs a readable, active channel; removing a policy does not', async () => {
  const member = await server.user();
  const owner = await server.user({ role: roles.owner });
  const guest = await server.user({ role: roles.guest });
  const elsewhere = await channel({ name: 'Foreign' }, await server.realm('elsewhere'));
  const cases: [TestUser, number, boolean][] = [
    [member, closed, true],
    [owner, closed, true],
    [guest, open, true],
    [member, archived, true],
    [member, 999_999_999, false],
    [member, elsewhere, false],
  ];
  for (const [user, id, exists] of cases) {
    await expect(add(user, 't', id)).rejects.toMatchObject(refused);
    for (const policy of [1, 2, 3] as const)
      await expect(change(user, 't', policy, id)).rejects.toMatchObject(refused);
    const taken = await Promise.allSettled([remove(user, 't', id), change(user, 't', 0, id)]);
    expect(taken.map(({ status }) => status === 'fulfilled')).toEqual([exists, exists]);
    expect(await policies(user)).toEqual([]);
  }
});

test('a topic has at most 60 characters and is not trimmed', async () => {
  const ada = await server.user();
  for (const topic of ['t'.repeat(61), `${'t'.repeat(60)} `]) {
    await expect(add(ada, topic)).rejects.toMatchObject(refused);
    await expect(change(ada, topic, 3)).rejects.toMatchObject(refused);
  }
  await add(ada, '😀'.repeat(60));
  await add(ada, ' spaced ');
  expect((await policies(ada)).map(([, topic]) => topic)).toEqual(['😀'.repeat(60), ' spaced ']);
});

test('a client without empty_topic_name receives the name of the empty topic', async () => {
  const ada = await server.user();
  expect(await eventsDuring(ada, () => add(ada, 'general chat'))).toEqual([
    ['muted_topics', 'Open>'],
    ['user_topic', open, 'general chat', 1],
  ]);
  expect(await policies(ada)).toEqual([[open, 'general chat', 1]]);
  const modern = await ada.connection.call(registerQueue, {
    event_types: ['user_topic'],
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
  });
  expect(modern.user_topics).toMatchObject([{ topic_name: '' }]);
  await remove(ada, '');
  const { events } = await ada.connection.call(getEvents, {
    queue_id: modern.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  expect(events).toMatchObject([{ type: 'user_topic', topic_name: '', visibility_policy: 0 }]);
  await add(ada, '(no topic)');
  expect(await policies(ada)).toEqual([[open, '(no topic)', 1]]);
});

test('policies are published to their owner alone', async () => {
  const ada = await server.user();
  const owner = await server.user({ role: roles.owner });
  expect(await eventsDuring(owner, () => add(ada, 'private business'))).toEqual([]);
  expect(await policies(owner)).toEqual([]);
});

test('policies in archived channels are not listed', async () => {
  const ada = await server.user();
  const later = await channel({ name: 'Archived later' });
  await add(ada, 't', later);
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(
      q
        .updateTable('channel')
        .set({ is_archived: true })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', later),
    ),
  );
  const state = await ada.connection.call(registerQueue);
  expect(state).toMatchObject({ user_topics: [], muted_topics: [] });
  await add(ada, 'still there');
  await remove(ada, 't', later);
});

test('muted_topics leaves out channels that the user no longer sees', async () => {
  const ada = await server.user();
  const left = await channel({ name: 'Old name' });
  await add(ada, 't', left);
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(
      q
        .updateTable('channel')
        .set({ is_private: true, name: 'New secret name' })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', left),
    ),
  );
  const state = await ada.connection.call(registerQueue);
  expect(state.muted_topics).toEqual([]);
  expect(JSON.stringify(state)).not.toContain('New secret name');
  expect(await eventsDuring(ada, () => add(ada, 'another'))).toEqual([
    ['muted_topics', 'Open>another'],
    ['user_topic', open, 'another', 1],
  ]);
});

test('concurrent mutes publish lists that grow by a topic each', async () => {
  const ada = await server.user();
  const topics = Array.from({ length: 8 }, (_, n) => `topic ${n}`);
  const events = await eventsDuring(ada, () => Promise.all(topics.map((topic) => add(ada, topic))), [
    'muted_topics',
  ]);
  expect(events.map((event) => event.length - 1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('concurrent opposite policies are both published, and the last published is stored', async () => {
  const ada = await server.user();
  const events = await eventsDuring(
    ada,
    () => Promise.all([change(ada, 'race', 1), change(ada, 'race', 3), change(ada, 'RACE', 2)]),
    ['user_topic'],
  );
  expect(events).toHaveLength(3);
  expect((await policies(ada))[0]?.[2]).toBe(events.at(-1)?.[3]);
});

test.each([
  [
    { topic: 't', stream_id: '1' },
    { code: 'REQUEST_VARIABLE_MISSING', var_name: 'op' },
  ],
  [
    { op: 'add', stream_id: '1' },
    { code: 'REQUEST_VARIABLE_MISSING', var_name: 'topic' },
  ],
  [{ op: 'mute', topic: 't', stream_id: '1' }, { code: 'BAD_REQUEST' }],
  [{ op: 'add', topic: 't', stream_id: 'x' }, { code: 'BAD_REQUEST' }],
  [{ op: 'add', topic: 't', stream_id: '9007199254740993' }, { code: 'BAD_REQUEST' }],
])('muting with %j is refused', async (form, error) => {
  const ada = await server.user();
  const path = '/api/v1/users/me/subscriptions/muted_topics';
  expect((await raw(server, path, { method: 'PATCH', as: ada, form })).json()).toMatchObject(error);
});

test.each(['4', '-1', '"1"', 'muted', '1.0'])('the policy %s is refused', async (visibility_policy) => {
  const ada = await server.user();
  const form = { stream_id: String(open), topic: 't', visibility_policy };
  const answer = await raw(server, '/api/v1/user_topics', { method: 'POST', as: ada, form });
  expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
});
