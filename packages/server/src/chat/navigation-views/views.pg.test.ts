import { addNavigationView, getNavigationViews } from '@parley/contract/endpoints/navigation-views.ts';
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

const refused = { status: 400, code: 'BAD_REQUEST' };

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
