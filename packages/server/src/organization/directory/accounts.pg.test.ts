import type { DirectoryRules } from '@parley/contract/endpoints/directory.ts';
import { testDirectory, updateDirectory } from '@parley/contract/endpoints/directory.ts';
import { createUserGroup } from '@parley/contract/endpoints/groups.ts';
import { getAuditEntries } from '@parley/contract/endpoints/audit.ts';
import { addRealmDomain } from '@parley/contract/endpoints/realm-domains.ts';
import { deactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { type IdentityProvider, startIdentityProvider } from '@parley/test-support/identity-provider.ts';
import { raw, type RawAnswer } from '@parley/test-support/raw.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';

const PAD = '5a'.repeat(32);

let provider: IdentityProvider;
let server: TestServer;
let owner: TestUser;
let engineers: number;

beforeAll(async () => {
  provider = await startIdentityProvider('http://parley.test/complete/oidc/');
  server = await startTestServer((config) => ({ ...config, signOn: provider.settings }));
  owner = await server.user({ role: 100 });
  await owner.connection.call(addRealmDomain, { domain: 'company.example', allow_subdomains: false });
  engineers = (
    await owner.connection.call(createUserGroup, { name: 'engineers', description: '', members: [] })
  ).group_id;
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(() =>
  rules({
    creates_accounts: true,
    required_claim: null,
    groups_claim: 'groups',
    groups: [
      { group: 'eng', user_group_id: engineers, role: null },
      { group: 'it', user_group_id: null, role: 200 },
    ],
  }),
);

async function rules(given: Partial<DirectoryRules>): Promise<void> {
  await owner.connection.call(updateDirectory, given);
}

async function signOn(account: IdentityProvider['account']): Promise<RawAnswer> {
  provider.account = account;
  const begun = await raw(server, `/accounts/login/social/oidc/main?mobile_flow_otp=${PAD}`);
  const { pathname, search } = await provider.visit(String(begun.headers['location']));
  return raw(server, pathname + search);
}

/** The account to which a log-in led; undefined if it was refused. */
function accountOf({ status, headers }: RawAnswer): { id: number; email: string } | undefined {
  if (status !== 302) return undefined;
  const { searchParams } = new URL(String(headers['location']));
  return { id: Number(searchParams.get('user_id')), email: searchParams.get('email') ?? '' };
}

function stored(id: number | undefined) {
  return server.server.world.pool.first(
    sql<{ full_name: string; role: number; delivery_email: string }>`
      select full_name, role, delivery_email from realm_user where id = ${id ?? 0}`,
  );
}

async function isEngineer(id: number | undefined): Promise<boolean> {
  const row = await server.server.world.pool.first(
    sql<{
      user_id: number;
    }>`select user_id from group_member where group_id = ${engineers} and user_id = ${id ?? 0}`,
  );
  return row !== undefined;
}

async function people(): Promise<number> {
  const row = await server.server.world.pool.first(
    sql<{ count: number }>`select count(*) as count from realm_user where bot_type is null`,
  );
  return row?.count ?? 0;
}

const person = (local: string, more: Partial<IdentityProvider['account']> = {}) => ({
  email: `${local}@company.example`,
  email_verified: true,
  subject: `subject-${local}`,
  ...more,
});

test('the first log-in makes an account with name, groups and role', async () => {
  const account = accountOf(await signOn(person('ada', { name: 'Ada Lovelace', groups: ['eng', 'it'] })));
  expect(await stored(account?.id)).toEqual({
    full_name: 'Ada Lovelace',
    role: 200,
    delivery_email: 'ada@company.example',
  });
  expect(await isEngineer(account?.id)).toBe(true);
  const { entries } = await owner.connection.call(getAuditEntries, {
    actions: ['identity.bound', 'user.created'],
  });
  const mine = entries.filter(({ object }) => object?.id === account?.id);
  expect(mine.map(({ action }) => action).toSorted()).toEqual(['identity.bound', 'user.created']);
  expect(mine.find(({ action }) => action === 'identity.bound')?.after).toEqual({
    provider: provider.settings.issuer,
    subject: 'subject-ada',
  });
});

test('a changed address at the provider leads to the same account, which follows it', async () => {
  const first = accountOf(await signOn(person('born')));
  const before = await people();
  const second = accountOf(await signOn(person('married', { subject: 'subject-born' })));
  expect(second).toEqual({ id: first?.id, email: 'married@company.example' });
  expect(await people()).toBe(before);
  const outside = { ...person('born'), email: 'born@elsewhere.example' };
  expect(accountOf(await signOn(outside))).toEqual(second);
});

test('an address that the provider gave to another person lets that person into no foreign account', async () => {
  const first = accountOf(await signOn(person('desk')));
  expect(first).toBeDefined();
  const answer = await signOn(person('desk', { subject: 'subject-new-colleague' }));
  expect([answer.status, accountOf(answer)]).toEqual([400, undefined]);
});

test('an address does not follow onto the address of another account, and never that of an owner', async () => {
  await server.user({ email: 'taken@company.example' });
  const mover = accountOf(await signOn(person('mover')));
  expect(accountOf(await signOn(person('taken', { subject: 'subject-mover' })))).toEqual(mover);
  await owner.connection.call(updateUser, { user_id: mover?.id ?? 0, role: 100 });
  expect(accountOf(await signOn(person('moved', { subject: 'subject-mover' })))?.email).toBe(
    'mover@company.example',
  );
});

test('a leaver gets neither the old account back nor a new one, by either address', async () => {
  const account = accountOf(await signOn(person('leaver')));
  await owner.connection.call(deactivateUser, { user_id: account?.id ?? 0 });
  const before = await people();
  expect((await signOn(person('leaver'))).status).toBe(400);
  expect((await signOn(person('renamed', { subject: 'subject-leaver' }))).status).toBe(400);
  expect((await signOn(person('leaver', { subject: 'subject-other' }))).status).toBe(400);
  expect(await people()).toBe(before);
});

test.each([
  ['an address of another domain', person('eve', { email: 'eve@elsewhere.example' })],
  [
    'an address of a domain that ends like an allowed one',
    person('eve', { email: 'eve@evilcompany.example' }),
  ],
  ['a subdomain of an allowed domain', person('eve', { email: 'eve@sub.company.example' })],
  ['an address that the provider has not verified', person('eve', { email_verified: false })],
  ['no address', person('eve', { email: '' })],
])('%s makes no account', async (_name, account) => {
  const before = await people();
  expect((await signOn(account)).status).toBe(400);
  expect(await people()).toBe(before);
});

test('without the rule, and without the claim that it asks for, no account is made', async () => {
  const asks = { creates_accounts: true, groups_claim: 'groups', groups: [] };
  await rules({ ...asks, required_claim: { name: 'groups', value: 'chat' } });
  expect((await signOn(person('carl', { groups: ['eng'] }))).status).toBe(400);
  expect((await signOn(person('carl', { groups: ['eng', 'chat'] }))).status).toBe(302);
  await rules({ ...asks, creates_accounts: false, required_claim: null });
  expect((await signOn(person('dora'))).status).toBe(400);
});

test('groups and roles follow at each log-in; owners keep theirs, and a provider that is silent changes nothing', async () => {
  const id = accountOf(await signOn(person('grace', { groups: ['it'] })))?.id ?? 0;
  expect([(await stored(id))?.role, await isEngineer(id)]).toEqual([200, false]);
  await signOn(person('grace', { groups: ['eng'] }));
  expect([(await stored(id))?.role, await isEngineer(id)]).toEqual([400, true]);
  await signOn(person('grace'));
  expect(await isEngineer(id)).toBe(true);
  await signOn(person('grace', { groups: [] }));
  expect(await isEngineer(id)).toBe(false);
  await owner.connection.call(updateUser, { user_id: id, role: 100 });
  await signOn(person('grace', { groups: ['eng'] }));
  expect((await stored(id))?.role).toBe(100);
});

test('a repeated log-in with the same groups changes nothing', async () => {
  const account = person('same', { groups: ['eng', 'it'] });
  const id = accountOf(await signOn(account))?.id;
  const changes = () =>
    owner.connection.call(getAuditEntries, {
      actions: ['user.changed', 'group.members-changed', 'identity.bound'],
    });
  const before = (await changes()).entries.length;
  expect(accountOf(await signOn(account))?.id).toBe(id);
  expect((await changes()).entries).toHaveLength(before);
});

test('a name that cannot be one here becomes the local part of the address', async () => {
  const id = accountOf(await signOn(person('bobby', { name: '@**all**' })))?.id;
  expect((await stored(id))?.full_name).toBe('bobby');
});

test('the test of the rules tells what the log-in then does', async () => {
  const ask = (email: string, claims = {}) =>
    owner.connection.call(testDirectory, { email, claims }).then(({ outcome }) => outcome);
  expect(await ask('zoe@company.example', { groups: ['eng', 'it'] })).toEqual({
    account: 'created',
    user_id: null,
    reason: null,
    user_group_ids: [engineers],
    role: 200,
  });
  expect((await ask('zoe@elsewhere.example')).account).toBe('refused');
  const { email, id } = await server.user({ email: 'there@elsewhere.example' });
  expect(await ask(email, { groups: ['eng'] })).toMatchObject({ account: 'exists', user_id: id, role: 400 });
});
