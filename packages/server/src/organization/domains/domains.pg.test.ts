import { addRealmDomain } from '@parley/contract/endpoints/realm-domains.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { findRealm } from '../../engine/db/realm.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { emailDomainError } from './policy.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function restrict(realmId: number) {
  return server.server.world.pool.all(
    sql`update realm set settings = '{"emails_restricted_to_domains": true}' where id = ${realmId}`,
  );
}

test('a restricted organization accepts only addresses of its domains, others all but disposable ones', async () => {
  const realmId = await server.realm('policy');
  const { pool } = server.server.world;
  const allowed = async (email: string) => {
    const realm = await findRealm(pool, 'policy');
    return realm !== undefined && (await emailDomainError(pool, realm, email)) === undefined;
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
