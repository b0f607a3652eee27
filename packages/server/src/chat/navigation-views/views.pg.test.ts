import {
  addNavigationView,
  editNavigationView,
  getNavigationViews,
  removeNavigationView,
} from '@parley/contract/endpoints/navigation-views.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { builtInViews } from '@parley/contract/objects/navigation-view.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ada = await server.user();
});

const ALERTS = { fragment: 'narrow/is/alerted', is_pinned: false, name: 'Alerts' };

function add(view: { fragment: string; is_pinned: boolean; name?: string }, user = ada) {
  return user.connection.call(addNavigationView, view);
}

async function views(user = ada) {
  return (await user.connection.call(getNavigationViews)).navigation_views;
}

async function post(form: Record<string, string>) {
  const answer = await raw(server, '/api/v1/navigation_views', { method: 'POST', as: ada, form });
  return { status: answer.status, ...answer.json() };
}

const refused = { status: 400, code: 'BAD_REQUEST' };

test.each(builtInViews)('the built-in view %s is stored without a name', async (fragment) => {
  expect(await add({ fragment, is_pinned: true })).toEqual({ result: 'success', msg: '' });
  expect(await views()).toEqual([{ fragment, is_pinned: true, name: null }]);
  await expect(add({ fragment: 'narrow/is/dm', is_pinned: true })).rejects.toMatchObject(refused);
});

test('a custom view is stored with its name', async () => {
  await add(ALERTS);
  expect(await views()).toEqual([ALERTS]);
});

test('fragments and names are unique per user', async () => {
  await add(ALERTS);
  await expect(add(ALERTS)).rejects.toMatchObject(refused);
  await expect(add({ ...ALERTS, name: 'Other' })).rejects.toMatchObject(refused);
  await expect(add({ ...ALERTS, fragment: 'narrow/is/dm' })).rejects.toMatchObject(refused);
  await add({ ...ALERTS, fragment: 'narrow/is/dm', name: 'alerts' });
  expect(await views()).toHaveLength(2);
});

test('users of any organization may store the same fragment and name', async () => {
  const grace = await server.user();
  const linus = await server.user({
    realmId: await server.realm('other'),
    host: 'other.parley.test',
  });
  for (const user of [ada, grace, linus]) {
    await add(ALERTS, user);
    expect(await views(user)).toEqual([ALERTS]);
  }
  await ada.connection.call(removeNavigationView, { fragment: ALERTS.fragment });
  expect(await views(grace)).toEqual([ALERTS]);
});

test('missing parameters are named and malformed ones refused', async () => {
  expect(await post({ is_pinned: 'true' })).toMatchObject({
    status: 400,
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'fragment',
  });
  expect(await post({ fragment: 'inbox' })).toMatchObject({
    status: 400,
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'is_pinned',
  });
  for (const form of [
    { fragment: '  ', is_pinned: 'true', name: 'x' },
    { fragment: '', is_pinned: 'true', name: 'x' },
    { fragment: 'inbox', is_pinned: '1' },
    { fragment: 'inbox', is_pinned: 'True' },
    { fragment: 'inbox', is_pinned: 'true', name: 'Inbox' },
    { fragment: 'inbox', is_pinned: 'true', name: '' },
    { fragment: 'narrow/is/dm', is_pinned: 'true' },
    { fragment: 'narrow/is/dm', is_pinned: 'true', name: ' ' },
    { fragment: 'nu\0ll', is_pinned: 'true', name: 'x' },
  ])
    expect(await post(form)).toMatchObject(refused);
  expect(await views()).toEqual([]);
});

test('fragment and name are trimmed before they are checked', async () => {
  await add({ fragment: ' inbox ', is_pinned: true });
  await add({ fragment: ' x ', is_pinned: true, name: ' X ' });
  expect(await views()).toEqual([
    { fragment: 'inbox', is_pinned: true, name: null },
    { fragment: 'x', is_pinned: true, name: 'X' },
  ]);
});

test('changes are published to the owner alone, and registration returns the same views', async () => {
  const grace = await server.user();
  const queues = await Promise.all(
    [ada, grace].map((user) => user.connection.call(registerQueue, { event_types: ['navigation_view'] })),
  );
  const [mine, hers] = queues.map((queue) => queue.queue_id);
  await add(ALERTS);
  await add({ fragment: 'inbox', is_pinned: true });
  const { fragment } = ALERTS;
  await ada.connection.call(editNavigationView, { fragment, is_pinned: true });
  await ada.connection.call(editNavigationView, { fragment, name: ' Alarm ' });
  await ada.connection.call(editNavigationView, { fragment });
  await ada.connection.call(removeNavigationView, { fragment: 'inbox' });
  const seen = (user: TestUser, queue_id = '') =>
    user.connection.call(getEvents, { queue_id, last_event_id: -1, dont_block: true });
  const event = { id: 0, type: 'navigation_view' };
  expect((await seen(ada, mine)).events.map((each) => ({ ...each, id: 0 }))).toEqual([
    { ...event, op: 'add', navigation_view: ALERTS },
    { ...event, op: 'add', navigation_view: { fragment: 'inbox', is_pinned: true, name: null } },
    { ...event, op: 'update', fragment, data: { is_pinned: true } },
    { ...event, op: 'update', fragment, data: { name: 'Alarm' } },
    { ...event, op: 'update', fragment, data: {} },
    { ...event, op: 'remove', fragment: 'inbox' },
  ]);
  expect((await seen(grace, hers)).events).toEqual([]);
  const state = await ada.connection.call(registerQueue, { fetch_event_types: ['navigation_views'] });
  expect(state.navigation_views).toEqual([{ fragment, is_pinned: true, name: 'Alarm' }]);
});

test('a used or unchanged name is refused, and so is a name for a built-in view', async () => {
  await add(ALERTS);
  await add({ fragment: 'x', is_pinned: true, name: 'X' });
  await add({ fragment: 'inbox', is_pinned: true });
  const before = await views();
  for (const [fragment, name] of [
    ['x', 'Alerts'],
    ['x', 'X'],
    ['x', ' '],
    ['inbox', 'Inbox'],
  ] as const)
    await expect(
      ada.connection.call(editNavigationView, { fragment, name, is_pinned: false }),
    ).rejects.toMatchObject(refused);
  expect(await views()).toEqual(before);
});

test('an unknown view or a view of another user is 404', async () => {
  const grace = await server.user();
  await add(ALERTS, grace);
  const { fragment } = ALERTS;
  const unknown = { status: 404, code: 'BAD_REQUEST' };
  await expect(ada.connection.call(editNavigationView, { fragment, is_pinned: true })).rejects.toMatchObject(
    unknown,
  );
  await expect(ada.connection.call(removeNavigationView, { fragment })).rejects.toMatchObject(unknown);
  await grace.connection.call(removeNavigationView, { fragment });
  await expect(grace.connection.call(removeNavigationView, { fragment })).rejects.toMatchObject(unknown);
  const malformed = await raw(server, `/api/v1/navigation_views/${fragment}`, {
    method: 'PATCH',
    as: ada,
    form: { is_pinned: 'yes' },
  });
  expect(malformed.status).toBe(400);
});

const awkward = [
  'narrow/channel/5-general/topic/50.25.20off',
  'a/b//c/',
  '/leading',
  'a%2Fb',
  '100%',
  '%25%2525',
  'what?is#this&that=+',
  'ünï/cödé/✓/😀',
  'with space',
  '.',
  'a/../b',
  'ALL/Upper',
  '{fragment*}',
  "'; drop table navigation_view; --",
  'x'.repeat(3000),
].map((fragment) => ({ fragment, shown: fragment.slice(0, 50) }));

test.each(awkward)('the fragment $shown is decoded from the path', async ({ fragment }) => {
  await add({ fragment, is_pinned: false, name: 'N' });
  const path = `/api/v1/navigation_views/${fragment.split('/').map(encodeURIComponent).join('/')}`;
  const edit = await raw(server, path, { method: 'PATCH', as: ada, form: { is_pinned: 'true' } });
  expect([edit.status, await views()]).toEqual([200, [{ fragment, is_pinned: true, name: 'N' }]]);
  // A client may also encode the slashes.
  const encoded = await raw(server, `/api/v1/navigation_views/${encodeURIComponent(fragment)}`, {
    method: 'DELETE',
    as: ada,
  });
  expect([encoded.status, await views()]).toEqual([200, []]);
});

test('paths that are not valid text are refused', async () => {
  for (const path of ['%00', '%ff', '%', 'a%zz']) {
    const answer = await raw(server, `/api/v1/navigation_views/${path}`, { method: 'DELETE', as: ada });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
  expect((await raw(server, '/api/v1/navigation_views/', { method: 'DELETE', as: ada })).status).toBe(404);
});

test('exactly one of many concurrent additions of a fragment or name succeeds', async () => {
  const sameFragment = Array.from({ length: 8 }, (_, index) => add({ ...ALERTS, name: `Name ${index}` }));
  const sameName = Array.from({ length: 8 }, (_, index) =>
    add({ fragment: `narrow/${index}`, is_pinned: true, name: 'Same' }),
  );
  const outcomes = await Promise.allSettled([...sameFragment, ...sameName]);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals).toHaveLength(14);
  for (const refusal of refusals) expect(refusal).toMatchObject(refused);
  expect(await views()).toHaveLength(2);
});
