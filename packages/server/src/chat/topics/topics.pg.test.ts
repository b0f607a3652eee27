import { muteTopic } from '@parley/contract/endpoints/channels.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let open: number;

beforeAll(async () => {
  server = await startTestServer();
  open = await channel({ name: 'Open' });
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
