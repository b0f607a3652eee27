import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { startMetricsServer } from './listener.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, drainSeconds: 0.6 }));
});
afterAll(() => server.stop());

test('metrics are served on a separate port in the Prometheus format', async () => {
  const ada = await server.user();
  await ada.connection.call(getOwnUser);
  await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: 'Basic x' } });
  const listener = await startMetricsServer(server.server.world.metrics, { address: '127.0.0.1', port: 0 });
  const text = await (await fetch(`http://127.0.0.1:${listener.port}/metrics`)).text();
  expect(text).toMatch(/^parley_requests_total\{operation="get-own-user",status="2xx"\} 1$/m);
  // A refused request is counted as 4xx, not as 5xx.
  expect(text).toMatch(/^parley_requests_total\{operation="get-own-user",status="4xx"\} 1$/m);
  expect(text).not.toContain('5xx');
  expect(text).toMatch(/^parley_database_connections\{state="open"\} [1-9]/m);
  expect(text).toMatch(/^parley_queues\{state="waiting"\} 0$/m);
  expect(text).toMatch(/^parley_search_behind [1-9]/m);
  expect((await fetch(`http://127.0.0.1:${listener.port}/`)).status).toBe(404);
  await listener.close();
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});

test('a draining node fails its health check while it still serves', async () => {
  const ada = await server.user();
  const ask = async () => (await fetch(`${server.url}/health`)).status;
  expect(await ask()).toBe(200);
  const ending = server.restart();
  expect(await ask()).toBe(503);
  await expect(ada.connection.call(getOwnUser)).resolves.toMatchObject({ user_id: ada.id });
  await ending;
  expect(await ask()).toBe(200);
});
