import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { checkPort } from './check-port.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a peer that sends X-Forwarded-For without being trusted is reported', async () => {
  const { config } = server.server.world;
  const running = { ...config, listen: { ...config.listen, port: Number(new URL(server.url).port) } };
  expect(await checkPort(running)).toMatchObject({ status: 'passed' });
  await raw(server, '/api/v1/server_settings', { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(await checkPort(running)).toMatchObject({
    status: 'warning',
    found: expect.stringContaining('127.0.0.1 sends X-Forwarded-For'),
  });
});
