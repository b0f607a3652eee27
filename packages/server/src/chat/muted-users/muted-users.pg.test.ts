import { muteUser } from '@parley/contract/endpoints/muted-users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function mute({ connection }: TestUser, id: number) {
  return connection.call(muteUser, { muted_user_id: id });
}

test('exactly one of several concurrent requests to mute a user succeeds', async () => {
  const ada = await server.user();
  const grace = await server.user();
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => mute(ada, grace.id)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
