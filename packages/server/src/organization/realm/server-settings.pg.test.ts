import { createConnection, type Connection } from '@parley/client/connection.ts';
import { getServerSettings } from '@parley/contract/endpoints/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkWire } from '@parley/test-support/check-wire.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.realm('acme');
});
afterAll(() => server.stop());

function at(url: string, host: string, headers: Record<string, string> = {}): Connection {
  return createConnection({ url, onAnswer: checkWire, headers, fetch: fetchAt(host) });
}

function settingsAt(host: string, headers?: Record<string, string>) {
  return at(server.url, host, headers).call(getServerSettings);
}

test('the port and the letter case of the host are ignored', async () => {
  expect(await settingsAt('ACME.parley.test:9800')).toMatchObject({
    realm_name: 'Realm acme',
    realm_url: 'http://acme.parley.test',
  });
});

test('the icon URL of the organization serves an image', async () => {
  const { realm_icon: icon = '' } = await settingsAt('parley.test');
  const answer = await fetch(new URL(icon, server.url));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
});
