import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
} from '@parley/contract/endpoints/saved-snippets.ts';
import { limits } from '@parley/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function create({ connection }: TestUser, title: string, content: string) {
  return (await connection.call(createSavedSnippet, { title, content })).saved_snippet_id;
}

async function list({ connection }: TestUser) {
  return (await connection.call(getSavedSnippets)).saved_snippets.map(({ title, content }) => [
    title,
    content,
  ]);
}

const refused = { status: 400, code: 'BAD_REQUEST' };
const missing = { status: 404, code: 'BAD_REQUEST' };

test('a snippet is created, edited and deleted with events to its owner alone', async () => {
  const ada = await server.user();
  const grace = await server.user();
  const queue = await ada.connection.call(registerQueue, { event_types: ['saved_snippets'] });
  const hers = await grace.connection.call(registerQueue, { event_types: ['saved_snippets'] });
  const id = await create(ada, ' Greeting ', ' Hello\n');
  await ada.connection.call(editSavedSnippet, { saved_snippet_id: id, title: ' Hi ' });
  await ada.connection.call(editSavedSnippet, { saved_snippet_id: id, content: 'Good day' });
  await ada.connection.call(deleteSavedSnippet, { saved_snippet_id: id });
  const { events } = await ada.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  expect(events).toMatchObject([
    { op: 'add', saved_snippet: { id, title: 'Greeting', content: 'Hello' } },
    { op: 'update', saved_snippet: { id, title: 'Hi', content: 'Hello' } },
    { op: 'update', saved_snippet: { id, title: 'Hi', content: 'Good day' } },
    { op: 'remove', saved_snippet_id: id },
  ]);
  const nothing = await grace.connection.call(getEvents, {
    queue_id: hers.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  expect(nothing.events).toEqual([]);
});

test('titles may repeat, and the oldest snippet is listed first', async () => {
  const ada = await server.user();
  await create(ada, 'same', 'one');
  await create(ada, 'same', 'two');
  expect(await list(ada)).toEqual([
    ['same', 'one'],
    ['same', 'two'],
  ]);
  const { saved_snippets } = await ada.connection.call(registerQueue, { event_types: ['saved_snippets'] });
  expect(saved_snippets).toMatchObject([{ content: 'one' }, { content: 'two' }]);
});

test.each([
  ['', 'x'],
  ['  ', 'x'],
  ['x', ''],
  ['x', ' \n'],
  ['t'.repeat(61), 'x'],
  ['x', 'c'.repeat(10_001)],
])('a snippet with title %j and blank or too long text is refused', async (title, content) => {
  const ada = await server.user();
  await expect(create(ada, title, content)).rejects.toMatchObject(refused);
  const id = await create(ada, 't'.repeat(60), 'c'.repeat(10_000));
  await expect(
    ada.connection.call(editSavedSnippet, { saved_snippet_id: id, title, content }),
  ).rejects.toMatchObject(refused);
  expect(await list(ada)).toEqual([['t'.repeat(60), 'c'.repeat(10_000)]]);
});

test("another user's snippet looks like one that does not exist", async () => {
  const ada = await server.user();
  const grace = await server.user();
  const id = await create(ada, 'mine', 'x');
  for (const saved_snippet_id of [id, 999_999_999]) {
    const edit = grace.connection.call(editSavedSnippet, { saved_snippet_id, title: 'hers' });
    await expect(edit).rejects.toMatchObject(missing);
    await expect(grace.connection.call(deleteSavedSnippet, { saved_snippet_id })).rejects.toMatchObject(
      missing,
    );
  }
  expect(await list(ada)).toEqual([['mine', 'x']]);
});

test('an edit without changes succeeds, even of an unknown snippet, and publishes nothing', async () => {
  const ada = await server.user();
  const queue = await ada.connection.call(registerQueue, { event_types: ['saved_snippets'] });
  await ada.connection.call(editSavedSnippet, { saved_snippet_id: 999_999_999 });
  const { events } = await ada.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  expect(events).toEqual([]);
});

test('title and content are required', async () => {
  const ada = await server.user();
  const post = (form: Record<string, string>) =>
    raw(server, '/api/v1/saved_snippets', { method: 'POST', as: ada, form });
  expect((await post({ title: 'x' })).json()).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'content',
  });
  expect((await post({ content: 'x' })).json()).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'title',
  });
});

test('the number of snippets per user is limited', async () => {
  const ada = await server.user();
  const row = { realm_id: ada.realmId, user_id: ada.id, title: 't', content: 'c', created_at: new Date(0) };
  await server.server.world.write(ada.realmId, (tx) =>
    tx.all(q.insertInto('saved_snippet').values(Array.from({ length: limits.savedSnippets }, () => row))),
  );
  await expect(create(ada, 'one', 'more')).rejects.toMatchObject(refused);
});
