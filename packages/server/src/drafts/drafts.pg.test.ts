import { createDrafts, deleteDraft, editDraft, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { deleteQueue, getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../testing/harness.ts';

let server: TestServer;
let ada: TestPerson;
let grace: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.person({ fullName: 'Ada' });
  grace = await server.person({ fullName: 'Grace' });
});
afterAll(() => server.stop());

const draft = (content: string) => ({ type: '' as const, to: [], topic: '', content });

test('a draft is created, edited, deleted, and each change is an event of its owner alone', async () => {
  const mine = await ada.connection.call(registerQueue, { event_types: ['drafts'] });
  const hers = await grace.connection.call(registerQueue, { event_types: ['drafts'] });
  const waiting = ada.connection.call(getEvents, {
    queue_id: mine.queue_id,
    last_event_id: mine.last_event_id,
  });

  const { ids } = await ada.connection.call(createDrafts, { drafts: [draft('one'), draft('two')] });
  const [first = 0, second = 0] = ids;
  const { events } = await waiting;
  expect(events).toMatchObject([
    { type: 'drafts', op: 'add', drafts: [{ content: 'one' }, { content: 'two' }] },
  ]);

  await ada.connection.call(editDraft, { draft_id: first, draft: draft('uno') });
  await ada.connection.call(deleteDraft, { draft_id: second });
  const later = await ada.connection.call(getEvents, {
    queue_id: mine.queue_id,
    last_event_id: events[0]?.id ?? 0,
    dont_block: true,
  });
  expect(later.events).toMatchObject([
    { type: 'drafts', op: 'update', draft: { id: first, content: 'uno' } },
    { type: 'drafts', op: 'remove', draft_id: second },
  ]);
  expect(await ada.connection.call(getDrafts)).toMatchObject({ count: 1, drafts: [{ content: 'uno' }] });
  expect(
    await grace.connection.call(getEvents, { queue_id: hers.queue_id, last_event_id: -1, dont_block: true }),
  ).toMatchObject({ events: [] });
  await ada.connection.call(deleteQueue, { queue_id: mine.queue_id });
});

test("another person's draft looks like one that does not exist", async () => {
  const { ids } = await ada.connection.call(createDrafts, { drafts: [draft('mine')] });
  await expect(grace.connection.call(deleteDraft, { draft_id: ids[0] ?? 0 })).rejects.toMatchObject({
    status: 404,
    code: 'BAD_REQUEST',
  });
});

test('a queue survives a restart of the server', async () => {
  const queue = await ada.connection.call(registerQueue, { event_types: ['drafts'] });
  await ada.connection.call(createDrafts, { drafts: [draft('before')] });
  await server.restart();
  await ada.connection.call(createDrafts, { drafts: [draft('after')] });
  const { events } = await ada.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
  });
  expect(events).toMatchObject([{ drafts: [{ content: 'before' }] }, { drafts: [{ content: 'after' }] }]);
});
