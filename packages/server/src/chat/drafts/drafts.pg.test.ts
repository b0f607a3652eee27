import { createDrafts, deleteDraft, editDraft, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { deleteQueue, getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { archiveStream, createChannel } from '@parley/contract/endpoints/streams.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql, toJson } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { deleteDraftsOf } from './drafts.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
});
afterAll(() => server.stop());

function draft(content: string) {
  return { type: '' as const, to: [], topic: '', content };
}

test('a draft is created, edited and deleted with events to its owner alone', async () => {
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

test("another user's draft looks like one that does not exist", async () => {
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

test('an edit replaces the whole draft and returns only the envelope', async () => {
  const { answer, draft: after } = await edited(ada, { type: 'private', to: [grace.id], content: ' new ' });
  expect(answer).toEqual({ result: 'success', msg: '' });
  expect(after).toMatchObject({ type: 'private', to: [grace.id], topic: '', content: 'new' });
});

test('an unknown draft is 404, checked after the shape and before the content', async () => {
  const [hers = 0] = await create(grace, 'hers');
  for (const id of [999_999_999, hers]) {
    const answer = await patch(ada, id, { draft: JSON.stringify(draft('x')) });
    expect([answer.status, answer.json()['code']]).toEqual([404, 'BAD_REQUEST']);
  }
  const cases: [fields: Record<string, string>, status: number][] = [
    [{ draft: '{}' }, 400],
    [{ draft: JSON.stringify({ ...draft('x'), id: 1 }) }, 400],
    [{ draft: JSON.stringify(draft('  ')) }, 400],
    [{}, 400],
    [{ draft: JSON.stringify({ ...draft('x'), type: 'private', to: [999_999_999] }) }, 404],
    [{ draft: JSON.stringify({ ...draft('x'), type: 'stream', to: [] }) }, 404],
    [{ draft: JSON.stringify(draft('nu\0ll')) }, 400],
  ];
  for (const [fields, status] of cases) expect((await patch(ada, hers, fields)).status).toBe(status);
  expect((await patch(ada, -1, {})).status).toBe(404);
});

test('a missing or malformed draft parameter is refused', async () => {
  const [id = 0] = await create(ada, 'x');
  expect((await patch(ada, id, {})).json()).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'draft',
  });
  for (const text of ['', 'x', 'null', '[]', '"x"', '{"type":""}'])
    expect((await patch(ada, id, { draft: text })).json()).toMatchObject({ code: 'BAD_REQUEST' });
});

test.each([
  { content: '  ' },
  { content: 'nu\0ll' },
  { content: 5 },
  { type: 'channel', to: [1], topic: 't' },
  { type: 'direct' },
  { type: 'stream', to: [] },
  { type: 'stream', to: [1, 2] },
  { type: 'stream', to: [123_456], topic: 't' },
  { type: 'stream', to: [1], topic: 't\0' },
  { type: 'private', to: [999_999_999] },
  { type: 'private', to: [Number.MAX_SAFE_INTEGER] },
  { type: 'private', to: [1.5] },
  { to: 'x' },
  { id: 7 },
  { topic: undefined },
  { timestamp: -1 },
  { timestamp: 1e300 },
  { timestamp: '5' },
])('a draft with %j is refused with BAD_REQUEST and does not change', async (changes) => {
  const { status, answer, draft: after } = await edited(ada, changes);
  expect([status, answer['code']]).toEqual([400, 'BAD_REQUEST']);
  expect(after).toMatchObject({ content: 'to be replaced' });
});

test('a direct draft without recipients is returned without a type', async () => {
  const { draft: after } = await edited(ada, { type: 'private', to: [], topic: 'lost' });
  expect(after).toMatchObject({ type: '', to: [], topic: '' });
});

test('a direct draft lists other users by ascending id, and its owner only if alone', async () => {
  const third = await server.user();
  const many = await edited(ada, { type: 'private', to: [third.id, ada.id, grace.id, grace.id] });
  expect(many.draft?.to).toEqual([grace.id, third.id]);
  const alone = await edited(ada, { type: 'private', to: [ada.id] });
  expect(alone.draft).toMatchObject({ type: 'private', to: [ada.id] });
});

test('a deactivated recipient or one of another organization is refused', async () => {
  const left = await server.user();
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(q.updateTable('realm_user').set({ is_active: false }).where('id', '=', left.id)),
  );
  const elsewhere = await server.realm('elsewhere');
  const foreigner = await server.user({ realmId: elsewhere });
  for (const { id } of [left, foreigner])
    expect((await edited(ada, { type: 'private', to: [id] })).status).toBe(400);
});

test('the timestamp of an edit is truncated to seconds and defaults to the current time', async () => {
  expect((await edited(ada, { timestamp: 1_595_479_019.4 })).draft?.timestamp).toBe(1_595_479_019);
  const before = Math.floor(Date.now() / 1000);
  for (const timestamp of [undefined, null]) {
    const { draft: after } = await edited(ada, { timestamp });
    expect(after?.timestamp).toBeGreaterThanOrEqual(before);
    expect(after?.timestamp).toBeLessThanOrEqual(before + 5);
  }
});

test('content of 10,001 characters is truncated with a marker', async () => {
  const { draft: after } = await edited(ada, { content: 'ä'.repeat(10_001) });
  expect(after?.content).toBe(`${'ä'.repeat(9980)}\n[message truncated]`);
});

test('several drafts are stored in the order of the request, or none at all', async () => {
  const owner = await server.user();
  const ids = await create(owner, 'first', 'second', 'third');
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  const { drafts } = await owner.connection.call(getDrafts);
  expect(ids.map((id) => drafts.find((each) => each.id === id)?.content)).toEqual([
    'first',
    'second',
    'third',
  ]);
  await expect(create(owner, 'fourth', ' ')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await owner.connection.call(getDrafts)).toMatchObject({ count: 3 });
});

test('an empty list of drafts is accepted and publishes an event', async () => {
  const owner = await server.user();
  const queue = await owner.connection.call(registerQueue, { event_types: ['drafts'] });
  expect(await create(owner)).toEqual([]);
  const { events } = await owner.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
  });
  expect(events).toMatchObject([{ type: 'drafts', op: 'add', drafts: [] }]);
});

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

test('every endpoint refuses a user without synchronized drafts before checking parameters', async () => {
  const owner = await server.user();
  const [id = 0] = await create(owner, 'left over');
  const setSynchronization = (isEnabled: boolean) =>
    server.server.world.write(server.realmId, async (tx) => {
      const settings = toJson({ enable_drafts_synchronization: isEnabled });
      await tx.all(q.updateTable('realm_user').set({ settings }).where('id', '=', owner.id));
      if (!isEnabled) await deleteDraftsOf(tx, owner);
    });
  await setSynchronization(false);
  for (const [method, path] of [
    ['GET', '/drafts'],
    ['POST', '/drafts'],
    ['PATCH', '/drafts/999'],
    ['DELETE', '/drafts/999'],
  ] as const) {
    const answer = await raw(server, `/api/v1${path}`, { method, as: owner });
    expect([answer.status, answer.json()['code']]).toEqual([400, 'BAD_REQUEST']);
  }
  await setSynchronization(true);
  expect(await owner.connection.call(getDrafts)).toMatchObject({ count: 0 });
  await expect(owner.connection.call(deleteDraft, { draft_id: id })).rejects.toMatchObject({ status: 404 });
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
