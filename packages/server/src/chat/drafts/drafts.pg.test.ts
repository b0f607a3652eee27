import { createDrafts, deleteDraft, editDraft, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { archiveStream, createChannel } from '@parley/contract/endpoints/streams.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
});
afterAll(() => server.stop());

function draft(content: string) {
  return { type: '' as const, to: [], topic: '', content };
}

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

async function create(owner: TestUser, ...contents: string[]): Promise<number[]> {
  const { ids } = await owner.connection.call(createDrafts, { drafts: contents.map(draft) });
  return ids;
}

function patch(owner: TestUser, id: number, fields: Record<string, string>) {
  return raw(server, `/api/v1/drafts/${id}`, { method: 'PATCH', as: owner, form: fields });
}

async function edited(owner: TestUser, changes: object) {
  const [id = 0] = await create(owner, 'to be replaced');
  const answer = await patch(owner, id, { draft: JSON.stringify({ ...draft('replaced'), ...changes }) });
  const { drafts } = await owner.connection.call(getDrafts);
  return { answer: answer.json(), status: answer.status, draft: drafts.find((each) => each.id === id) };
}

test('a request may contain hundreds of drafts and thousands of recipients', async () => {
  const owner = await server.user();
  const ids = await create(owner, ...Array.from({ length: 999 }, (_, index) => `draft ${index}`));
  expect(new Set(ids).size).toBe(999);
  const crowd = Array.from({ length: 70_000 }, (_, index) => index + 1_000_000);
  expect((await edited(owner, { type: 'private', to: crowd })).status).toBe(400);
});

test('the list is sorted by oldest edit, and registration returns the newest 1000', async () => {
  const owner = await server.user();
  // Users may have more drafts than the limit from the time before it.
  await server.server.world.pool.all(sql`
    insert into draft (realm_id, user_id, type, recipients, topic, content, edited_at)
    select ${owner.realmId}, ${owner.id}, '', '{}', '', n::text, to_timestamp(5000 - n)
    from generate_series(0, 1002) n`);
  const listed = await owner.connection.call(getDrafts);
  expect(listed.count).toBe(1003);
  expect(listed.drafts[0]?.content).toBe('1002');
  const state = await owner.connection.call(registerQueue, { fetch_event_types: ['drafts'] });
  expect(state.drafts?.map((each) => each.content)).toEqual(
    Array.from({ length: 1000 }, (_, index) => `${index}`),
  );
});

test('a concurrent deletion and edits each succeed or fail with 404', async () => {
  const owner = await server.user();
  const queue = await owner.connection.call(registerQueue, { event_types: ['drafts'] });
  const [id = 0] = await create(owner, 'contended');
  const edits = Array.from({ length: 6 }, (_, index) =>
    owner.connection.call(editDraft, { draft_id: id, draft: draft(`edit ${index}`) }),
  );
  const removals = [1, 2].map(() => owner.connection.call(deleteDraft, { draft_id: id }));
  const outcomes = await Promise.allSettled([...edits, ...removals]);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 404, code: 'BAD_REQUEST' });
  const done = outcomes.length - refusals.length;
  const { events } = await owner.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
    dont_block: true,
  });
  expect(events).toHaveLength(done + 1);
  expect(events.at(-1)).toMatchObject({ op: 'remove', draft_id: id });
});

test('a channel draft needs a channel that its author can read', async () => {
  const hidden = await server.user();
  const make = async (name: string, invite_only: boolean) =>
    (await hidden.connection.call(createChannel, { name, invite_only, subscribers: [hidden.id] })).id;
  const [open, closed] = [await make('open to drafts', false), await make('closed to drafts', true)];
  const to = (id: number) =>
    ada.connection.call(createDrafts, { drafts: [{ ...draft('x'), type: 'stream', to: [id], topic: 't' }] });
  const { ids } = await to(open);
  const { drafts } = await ada.connection.call(getDrafts);
  expect(drafts.find(({ id }) => id === ids[0])).toMatchObject({ type: 'stream', to: [open], topic: 't' });
  await expect(to(closed)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await hidden.connection.call(archiveStream, { stream_id: open });
  await expect(to(open)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
