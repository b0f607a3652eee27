import {
  addOauthClient,
  getOauthClients,
  removeOauthClient,
} from '@parley/contract/endpoints/oauth-clients.ts';
import { openBrowser, userWithPassword, type TestBrowser } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { answerIn, exchangeForm, startProgram } from '@parley/test-support/oauth-program.ts';
import { raw } from '@parley/test-support/raw.ts';
import { startReceiver, type Receiver } from '@parley/test-support/receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';

let server: TestServer;
let site: Receiver;
let owner: TestUser;
let browser: TestBrowser;
let clientId: string;
const REDIRECT_URI = 'http://127.0.0.1/callback';

beforeAll(async () => {
  site = await startReceiver();
  server = await startTestServer((config) => ({ ...config, outboundNetworks: ['127.0.0.0/8'] }));
  owner = await userWithPassword(server, { role: 100 });
  browser = await openBrowser(server, owner);
  clientId = `${site.url}/client.json`;
  site.respondWith(() => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_name: 'An assistant',
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'none',
    }),
  }));
});
afterAll(async () => {
  await server.stop();
  await site.stop();
});

async function shown(query: string) {
  return (await browser.ask(`/oauth/request?${new URLSearchParams({ query }).toString()}`)).json();
}

test('a program that describes itself is read only where its host is allowed, and ends with the host', async () => {
  const started = startProgram({ clientId, redirectUri: 'http://127.0.0.1:50123/callback' });
  expect(await shown(started.query)).toMatchObject({ request: null, problem: 'host_not_allowed' });
  expect(site.calls).toHaveLength(0);
  const { host } = new URL(site.url);
  const { client } = await owner.connection.call(addOauthClient, { host });
  expect(await shown(started.query)).toMatchObject({
    request: { client_name: 'An assistant', client_host: host, returns_to: '127.0.0.1:50123' },
  });
  const form = { query: started.query, allow: 'true', scopes: '["see_directory"]' };
  const decided = await browser.ask('/oauth/decision', { method: 'POST', form });
  const { code = '' } = answerIn(decided.json()['location']);
  const given = await raw(server, '/oauth/token', { method: 'POST', form: exchangeForm(started, code) });
  const authorization = `Bearer ${String(given.json()['access_token'])}`;
  expect((await raw(server, '/api/v1/users/me', { headers: { authorization } })).status).toBe(200);
  const grant = await server.server.world.pool.first(
    sql<object>`select name, client_id, client_host from credential where kind = 'grant' and user_id = ${owner.id}`,
  );
  expect(grant).toEqual({ name: 'An assistant', client_id: clientId, client_host: host });
  expect(site.calls).toHaveLength(1);
  await owner.connection.call(removeOauthClient, { client: client.id });
  expect((await raw(server, '/api/v1/users/me', { headers: { authorization } })).status).toBe(401);
  expect(await shown(started.query)).toMatchObject({ problem: 'host_not_allowed' });
  expect((await owner.connection.call(getOauthClients)).clients).toEqual([]);
});
