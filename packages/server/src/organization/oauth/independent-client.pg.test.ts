import { addOauthClient } from '@parley/contract/endpoints/oauth-clients.ts';
import { openBrowser, userWithPassword, type TestBrowser } from '@parley/test-support/browser.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { allowedBy } from '@parley/test-support/oauth-program.ts';
import { openSignedInClient } from '@parley/test-support/model-client.ts';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Programs that others wrote: they believe the metadata, and check what they get. */

const REDIRECT_URI = 'http://127.0.0.1:51234/callback';
let server: TestServer;
let issuer: string;
let owner: TestUser;
let browser: TestBrowser;
let clientId: string;

beforeAll(async () => {
  const port = await freePort();
  server = await startTestServer((config) => ({
    ...config,
    listen: { ...config.listen, port },
    hosts: { ...config.hosts, external: `127.0.0.1:${port}` },
  }));
  issuer = `http://127.0.0.1:${port}`;
  owner = await userWithPassword(server, { role: 100 });
  browser = await openBrowser(server, owner);
  const { client } = await owner.connection.call(addOauthClient, {
    name: 'A program',
    redirect_uris: ['http://127.0.0.1/callback'],
  });
  clientId = client.client_id ?? '';
});
afterAll(() => server.stop());

test('a certified client goes from the metadata to a token, renews it and gives it back', async () => {
  const config = await oauth.discovery(new URL(issuer), clientId, undefined, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
  expect(config.serverMetadata().supportsPKCE()).toBe(true);
  const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const resource = `${issuer}/api/v1`;
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'see_directory read_messages',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource,
  });
  const location = await allowedBy(browser, address, ['see_directory']);
  const tokens = await oauth.authorizationCodeGrant(
    config,
    new URL(location),
    { pkceCodeVerifier: verifier, expectedState: state },
    { resource },
  );
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'see_directory', expires_in: 3600 });
  const me = new URL(`${resource}/users/me`);
  const used = await oauth.fetchProtectedResource(config, tokens.access_token, me, 'GET');
  expect(await used.json()).toMatchObject({ user_id: owner.id });
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource });
  await expect(oauth.fetchProtectedResource(config, tokens.access_token, me, 'GET')).rejects.toMatchObject({
    status: 401,
  });
  await oauth.fetchProtectedResource(config, renewed.access_token, me, 'GET');
  await oauth.tokenRevocation(config, renewed.refresh_token ?? '');
  await expect(oauth.fetchProtectedResource(config, renewed.access_token, me, 'GET')).rejects.toMatchObject({
    status: 401,
  });
});

test('a certified client refuses an answer of another server, and one to another request', async () => {
  const config = await oauth.discovery(new URL(issuer), clientId, undefined, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
  const [pkceCodeVerifier, expectedState] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  });
  const location = await allowedBy(browser, address, ['see_directory']);
  const checks = { pkceCodeVerifier, expectedState };
  for (const [name, value] of [
    ['iss', 'https://evil.example'],
    ['iss', null],
    ['state', 'other'],
  ] as const) {
    const changed = new URL(location);
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
    await expect(oauth.authorizationCodeGrant(config, changed, checks)).rejects.toMatchObject({
      code: 'OAUTH_INVALID_RESPONSE',
    });
  }
  await oauth.authorizationCodeGrant(config, new URL(location), checks);
});

test('the official client of assistants goes from a refusal to the answer of a tool', async () => {
  const { ask, client } = await openSignedInClient(
    `${issuer}/mcp`,
    { clientId, redirectUri: REDIRECT_URI },
    (address) => allowedBy(browser, address, ['see_directory', 'read_messages']),
  );
  expect(await ask('who_am_i')).toContain(`You act for user ${owner.id} at ${issuer}`);
  await client.close();
});
