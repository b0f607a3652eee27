import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import {
  addRealmDomain,
  deleteRealmDomain,
  getRealmDomains,
  patchRealmDomain,
} from '@parley/contract/endpoints/realm-domains.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { findRealm } from '../../engine/db/realm.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { emailAllowed } from './policy.ts';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let guest: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: 100 });
  admin = await server.user({ role: 200 });
  guest = await server.user({ role: 600 });
});
afterAll(() => server.stop());

function add(domain: string, allow_subdomains = false) {
  return owner.connection.call(addRealmDomain, { domain, allow_subdomains });
}

async function listen(who: TestUser, ...event_types: string[]) {
  const { queue_id, last_event_id } = await who.connection.call(registerQueue, { event_types });
  return async () => {
    const { events } = await who.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
    return events.map((event) => ({ ...event, id: undefined }));
  };
}

const REFUSED = { status: 400, code: 'BAD_REQUEST' };

test('a domain added by an owner is published to all users', async () => {
  const receivedEvents = await listen(guest, 'realm_domains');
  const { new_domain } = await add('acme.com', true);
  expect(new_domain).toEqual([expect.any(Number), 'acme.com']);
  expect(await receivedEvents()).toEqual([
    { type: 'realm_domains', op: 'add', realm_domain: { domain: 'acme.com', allow_subdomains: true } },
  ]);
  const { domains } = await guest.connection.call(getRealmDomains);
  expect(domains).toContainEqual({ domain: 'acme.com', allow_subdomains: true });
  expect(await guest.connection.call(registerQueue, { fetch_event_types: ['realm_domains'] })).toHaveProperty(
    'realm_domains',
    domains,
  );
});

test('a domain is stored in lower case without spaces; the response repeats the submitted string', async () => {
  expect(await add(' X-X.y.3.Z ')).toMatchObject({ new_domain: [expect.any(Number), ' X-X.y.3.Z '] });
  const { domains } = await guest.connection.call(getRealmDomains);
  expect(domains).toContainEqual(expect.objectContaining({ domain: 'x-x.y.3.z' }));
});

test('administrators who are not owners are rejected before parameters are validated', async () => {
  for (const [method, path] of [
    ['POST', '/realm/domains'],
    ['PATCH', '/realm/domains/acme.com'],
    ['DELETE', '/realm/domains/acme.com'],
  ] as const) {
    const answer = await raw(server, `/api/v1${path}?allow_subdomains=perhaps`, { method, as: admin });
    expect([answer.status, answer.json()['code']]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
  }
});

test('allow_subdomains is required, must be JSON, and is validated before domain', async () => {
  const ask = async (form: Record<string, string>) =>
    (await raw(server, '/api/v1/realm/domains', { method: 'POST', as: owner, form })).json();
  expect(await ask({})).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'allow_subdomains' });
  expect(await ask({ domain: 'ok.com', allow_subdomains: 'yes' })).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await ask({ allow_subdomains: 'true' })).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'domain',
  });
});

test.each([
  '',
  'test',
  't.',
  '.com',
  'a..com',
  '-a.com',
  'a-.com',
  'test_domain.com',
  `${'a.'.repeat(127)}bc`,
])('the domain %j is rejected', async (domain) => {
  await expect(add(domain)).rejects.toMatchObject(REFUSED);
});

test('a domain can be added once per organization, and in any number of organizations', async () => {
  await add('twice.com');
  await expect(add('Twice.com')).rejects.toMatchObject(REFUSED);
  const realmId = await server.realm('other');
  const elsewhere = await server.user({ realmId, role: 100, host: 'other.parley.test' });
  await elsewhere.connection.call(addRealmDomain, { domain: 'twice.com', allow_subdomains: false });
  expect(await elsewhere.connection.call(getRealmDomains)).toMatchObject({
    domains: [{ domain: 'twice.com', allow_subdomains: false }],
  });
});

test('of ten concurrent additions of one domain, one succeeds', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => add('race.com')));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const refused of attempts.filter((attempt) => attempt.status === 'rejected'))
    expect(refused.reason).toMatchObject(REFUSED);
});

test('changing and removing a domain emit events; unknown domains are rejected, and case matters', async () => {
  await add('change.com');
  const receivedEvents = await listen(admin, 'realm_domains');
  await owner.connection.call(patchRealmDomain, { domain: 'change.com', allow_subdomains: true });
  await owner.connection.call(deleteRealmDomain, { domain: 'change.com' });
  expect(await receivedEvents()).toEqual([
    { type: 'realm_domains', op: 'change', realm_domain: { domain: 'change.com', allow_subdomains: true } },
    { type: 'realm_domains', op: 'remove', domain: 'change.com' },
  ]);
  for (const domain of ['change.com', 'ACME.com', 'nobody.org']) {
    await expect(
      owner.connection.call(patchRealmDomain, { domain, allow_subdomains: true }),
    ).rejects.toMatchObject(REFUSED);
    await expect(owner.connection.call(deleteRealmDomain, { domain })).rejects.toMatchObject(REFUSED);
  }
});

function restrict(realmId: number) {
  return server.server.world.pool.all(
    sql`update realm set settings = '{"emails_restricted_to_domains": true}' where id = ${realmId}`,
  );
}

test('removing the last domain first turns the restriction to domains off', async () => {
  const realmId = await server.realm('last');
  const boss = await server.user({ realmId, role: 100, host: 'last.parley.test' });
  for (const domain of ['one.com', 'two.com'])
    await boss.connection.call(addRealmDomain, { domain, allow_subdomains: false });
  await restrict(realmId);
  const receivedEvents = await listen(boss, 'realm', 'realm_domains');
  await boss.connection.call(deleteRealmDomain, { domain: 'one.com' });
  await boss.connection.call(deleteRealmDomain, { domain: 'two.com' });
  expect(await receivedEvents()).toEqual([
    { type: 'realm_domains', op: 'remove', domain: 'one.com' },
    { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
    { type: 'realm_domains', op: 'remove', domain: 'two.com' },
  ]);
  const state = await boss.connection.call(registerQueue, { fetch_event_types: ['realm'] });
  expect(state).toMatchObject({ realm_emails_restricted_to_domains: false });
});

test('a restricted organization accepts only addresses of its domains, others all but disposable ones', async () => {
  const realmId = await server.realm('policy');
  const { pool } = server.server.world;
  const allowed = async (email: string) => {
    const realm = await findRealm(pool, 'policy');
    return realm !== undefined && emailAllowed(pool, realm, email);
  };
  expect(await allowed('a@anything.org')).toBe(true);
  expect(await allowed('a+b@anything.org')).toBe(true);
  expect(await allowed('a@mailinator.com')).toBe(false);

  const boss = await server.user({ realmId, role: 100, host: 'policy.parley.test' });
  await boss.connection.call(addRealmDomain, { domain: 'exact.com', allow_subdomains: false });
  await boss.connection.call(addRealmDomain, { domain: 'wide.com', allow_subdomains: true });
  await restrict(realmId);
  const answers: Record<string, boolean> = {};
  for (const email of [
    'a@exact.com',
    'A@EXACT.com',
    'a@sub.exact.com',
    'a@wide.com',
    'a@x.y.wide.com',
    'a@notwide.com',
    'a+b@exact.com',
    'a@other.org',
  ])
    answers[email] = await allowed(email);
  expect(answers).toEqual({
    'a@exact.com': true,
    'A@EXACT.com': true,
    'a@sub.exact.com': false,
    'a@wide.com': true,
    'a@x.y.wide.com': true,
    'a@notwide.com': false,
    'a+b@exact.com': false,
    'a@other.org': false,
  });
});
