import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { CURRENT_WORK } from '../engine/work/current-work.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the work of a request has the names of its operation and of its organization', async () => {
  const ada = await server.user();
  const works: unknown[] = [];
  const currentWork = Reflect.get(globalThis, Symbol.for(CURRENT_WORK)) as () => unknown;
  vi.spyOn(server.server.world.metrics, 'request').mockImplementation(() => works.push(currentWork()));
  await ada.connection.call(getOwnUser);
  expect(works).toEqual([{ operation: 'get-own-user', organization: expect.any(String) }]);
});
