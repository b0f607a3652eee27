import { createConnection, type Connection } from '@parley/client/connection.ts';
import { getServerSettings } from '@parley/contract/endpoints/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
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

test('server settings need no credentials and have both the old and the new names', async () => {
  const settings = await settingsAt('parley.test');
  expect(settings).toMatchObject({
    result: 'success',
    feature_level: 493,
    zulip_feature_level: 493,
    realm_url: 'http://parley.test',
    realm_uri: 'http://parley.test',
    realm_name: 'Root',
    email_auth_enabled: true,
    realm_web_public_access_enabled: false,
    is_incompatible: false,
  });
  expect(settings.zulip_version).toBe(settings.server_version);
  expect(settings.zulip_merge_base).toBe(settings.merge_base);
});

test('the response has thirteen authentication methods, and "password" covers e-mail and LDAP', async () => {
  const { authentication_methods: methods } = await settingsAt('parley.test');
  expect(Object.keys(methods)).toHaveLength(13);
  expect(methods.password).toBe(methods.email || methods.ldap);
  expect(methods.email).toBe(true);
  expect(methods.github).toBe(false);
});

test('an organization without a description shows a placeholder', async () => {
  const { realm_description: html } = await settingsAt('acme.parley.test');
  expect(html).toMatch(/^<p>.+<\/p>$/);
});

test('the port and the letter case of the host are ignored', async () => {
  expect(await settingsAt('ACME.parley.test:9800')).toMatchObject({
    realm_name: 'Realm acme',
    realm_url: 'http://acme.parley.test',
  });
});

test('an unknown subdomain is refused with 400', async () => {
  await expect(settingsAt('nobody.parley.test')).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
});

test('a deactivated organization is still described', async () => {
  const id = await server.realm('closed');
  await server.server.world.pool.all(sql`update realm set deactivated_at = now() where id = ${id}`);
  expect(await settingsAt('closed.parley.test')).toMatchObject({ realm_name: 'Realm closed' });
});

test('only the user agent ZulipInvalid is reported as incompatible', async () => {
  const agents = ['ZulipInvalid', 'ZulipInvalid/1.2 (x)', 'ZulipMobile/1.0', 'curl/8', undefined];
  const responses = await Promise.all(
    agents.map((agent) => settingsAt('parley.test', agent === undefined ? {} : { 'user-agent': agent })),
  );
  expect(responses.map(({ is_incompatible: is }) => is)).toEqual([true, true, false, false, false]);
});

test('unknown parameters are reported, credentials are ignored, and only GET is allowed', async () => {
  const url = `${server.url}/api/v1/server_settings`;
  const answer = await fetch(`${url}?foo=1`, { headers: { authorization: 'Basic nonsense' } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ ignored_parameters_unsupported: ['foo'] });
  expect(answer.headers.has('x-ratelimit-limit')).toBe(false);
  const post = await fetch(url, { method: 'POST' });
  expect(post.status).toBe(405);
});

test('the icon URL of the organization serves an image', async () => {
  const { realm_icon: icon = '' } = await settingsAt('parley.test');
  const answer = await fetch(new URL(icon, server.url));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
});

async function withoutRoot(landingPage: boolean): Promise<TestServer> {
  const other = await startTestServer((config) => ({ ...config, hosts: { ...config.hosts, landingPage } }));
  await other.server.world.pool.all(sql`update realm set subdomain = 'moved' where subdomain = ''`);
  return other;
}

test('the root host without an organization omits the organization fields', async () => {
  const other = await withoutRoot(false);
  const settings = await at(other.url, 'parley.test').call(getServerSettings);
  await other.stop();
  expect(settings).not.toHaveProperty('realm_name');
  expect(settings).not.toHaveProperty('realm_icon');
  expect(settings).not.toHaveProperty('realm_description');
  expect(settings).toMatchObject({
    realm_url: 'http://parley.test',
    realm_web_public_access_enabled: false,
    email_auth_enabled: true,
  });
});

test('a root host with a landing page requires a subdomain', async () => {
  const other = await withoutRoot(true);
  await expect(at(other.url, 'parley.test').call(getServerSettings)).rejects.toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
  });
  await other.stop();
});
