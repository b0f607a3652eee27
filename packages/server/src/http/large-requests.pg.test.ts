import { createDrafts, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.user(), await server.user()];
});
afterAll(() => server.stop());

const LONG_TEXT = 'x'.repeat(9_000);

function draftsOf(count: number) {
  return {
    drafts: Array.from({ length: count }, () => ({
      type: '' as const,
      to: [],
      topic: '',
      content: LONG_TEXT,
    })),
  };
}

test('large requests of an organization wait for their turn, small ones do not', async () => {
  const { largeRequests } = server.server.world;
  let release = (): void => {};
  const other = largeRequests.run({ realmId: server.realmId, userId: bob.id }, async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  const large = ada.connection.call(createDrafts, draftsOf(10));
  await eventually(() => {
    expect(largeRequests.size).toEqual({ running: 1, waiting: 1 });
  });
  expect((await ada.connection.call(createDrafts, draftsOf(1))).ids).toHaveLength(1);
  expect((await ada.connection.call(getDrafts, {})).count).toBe(1);
  release();
  await other;
  expect((await large).ids).toHaveLength(10);
});
