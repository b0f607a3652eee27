import { getAuditEntries } from '@parley/contract/endpoints/audit.ts';
import { endDirectoryToken, updateDirectory } from '@parley/contract/endpoints/directory.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { type IdentityProvider, startIdentityProvider } from '@parley/test-support/identity-provider.ts';
import { raw } from '@parley/test-support/raw.ts';
import { sendScim, startDirectory, type ScimAnswer, type TestDirectory } from '@parley/test-support/scim.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let provider: IdentityProvider;
let server: TestServer;
let owner: TestUser;
let directory: TestDirectory;

beforeAll(async () => {
  provider = await startIdentityProvider('http://parley.test/complete/oidc/');
  server = await startTestServer((config) => ({ ...config, signOn: provider.settings }));
  owner = await server.user({ role: 100 });
  directory = await startDirectory(server, owner);
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

let count = 0;
const unique = (word: string): string => `${word}${(count += 1)}`;

/** The request with which Entra ID creates a person. */
const entraPerson = (local: string) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `entra-${local}`,
  userName: `${local}@company.example`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${local}@company.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `Ada ${local}`, familyName: local, givenName: 'Ada' },
  title: 'Analyst',
  roles: [],
});

const patch = (...Operations: readonly object[]) => ({ schemas: [PATCH], Operations });

async function created(local = unique('p')): Promise<{ id: string; local: string }> {
  const { status, body } = await directory.send('POST', '/Users', entraPerson(local));
  expect(status).toBe(201);
  return { id: String(body['id']), local };
}

function stored(id: string) {
  return server.server.world.pool.first(
    sql<{ delivery_email: string; full_name: string; is_active: boolean; role: number }>`
      select delivery_email, full_name, is_active, role from realm_user where id = ${Number(id)}`,
  );
}

/** The newest position of the log and entry of the audit trail: neither moves without a change. */
function position() {
  return server.server.world.pool.first(
    sql<{ log: number; audit: number }>`
      select (select max(position) from log_entry) as log, (select max(number) from audit_entry) as audit`,
  );
}

function members(body: ScimAnswer['body']): string[] {
  return ((body['members'] ?? []) as { value: string }[]).map(({ value }) => value);
}

test('a person of Entra ID is created, found, changed, and goes', async () => {
  const search = encodeURIComponent('userName eq "life@company.example"');
  const none = await directory.send('GET', `/Users?filter=${search}`);
  expect([none.status, none.body['totalResults'], none.body['Resources']]).toEqual([200, 0, []]);
  const { status, headers, body } = await directory.send('POST', '/Users', entraPerson('life'));
  const id = String(body['id']);
  expect([status, headers['content-type']]).toEqual([201, 'application/scim+json']);
  expect(headers['location']).toBe((body['meta'] as { location: string }).location);
  expect(body).toMatchObject({
    schemas: [USER],
    externalId: 'entra-life',
    userName: 'life@company.example',
    displayName: 'Ada life',
    active: true,
  });
  const found = await directory.send('GET', `/Users?filter=${search}`);
  expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id }] });
  await directory.send(
    'PATCH',
    `/Users/${id}`,
    patch(
      { op: 'Replace', path: 'displayName', value: 'Ada Byron' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@company.example' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Research' },
      { op: 'Replace', path: 'userName', value: 'byron@company.example' },
    ),
  );
  expect(await stored(id)).toMatchObject({ delivery_email: 'byron@company.example', full_name: 'Ada Byron' });
  const gone = await directory.send(
    'PATCH',
    `/Users/${id}`,
    patch({ op: 'Replace', path: 'active', value: 'False' }),
  );
  expect([gone.status, gone.body['active']]).toEqual([200, false]);
  expect(
    (await directory.send('PATCH', `/Users/${id}`, patch({ op: 'Add', value: { active: true } }))).body,
  ).toMatchObject({ active: true });
  expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204);
  expect(await stored(id)).toMatchObject({ is_active: false });
  expect((await directory.send('DELETE', '/Users/2000000000')).status).toBe(404);
});

test('a person of Okta is created, replaced by PUT, and deactivated by PATCH without a path', async () => {
  const person = {
    schemas: [USER],
    userName: 'okta@company.example',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'okta@company.example', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const { body } = await directory.send('POST', '/Users', person);
  const path = `/Users/${String(body['id'])}`;
  expect(JSON.stringify(body)).not.toContain('1mz050nq');
  const renamed = {
    ...person,
    id: body['id'],
    name: { givenName: 'Another', familyName: 'User' },
    displayName: 'Another User',
  };
  expect((await directory.send('PUT', path, renamed)).body['displayName']).toBe('Another User');
  const off = await directory.send('PATCH', path, patch({ op: 'replace', value: { active: false } }));
  expect([off.status, off.body['active']]).toEqual([200, false]);
});

test('groups of Entra ID and Okta are created, filled, emptied, renamed and closed', async () => {
  const [one, two, three] = [await created(), await created(), await created()];
  const name = unique('Telescope ');
  const made = await directory.send('POST', '/Groups', {
    schemas: [GROUP],
    externalId: unique('g'),
    displayName: name,
  });
  const path = `/Groups/${String(made.body['id'])}`;
  expect(made.status).toBe(201);
  const filled = await directory.send(
    'PATCH',
    path,
    patch({ op: 'Add', path: 'members', value: [{ value: one.id }, { value: two.id, display: 'x' }] }),
  );
  expect(members(filled.body)).toEqual([one.id, two.id]);
  const removed = [
    { op: 'Remove', path: 'members', value: [{ value: one.id }] },
    { op: 'remove', path: `members[value eq "${two.id}"]` },
  ];
  expect(members((await directory.send('PATCH', path, patch(...removed))).body)).toEqual([]);
  const replaced = patch(
    { op: 'replace', value: { id: made.body['id'], displayName: `${name}s` } },
    { op: 'replace', path: 'members', value: [{ value: three.id }] },
  );
  const after = (await directory.send('PATCH', path, replaced)).body;
  expect([after['displayName'], members(after)]).toEqual([`${name}s`, [three.id]]);
  const search = encodeURIComponent(`displayName eq "${name}s"`);
  const found = await directory.send('GET', `/Groups?excludedAttributes=members&filter=${search}`);
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body['id'] }] });
  expect((found.body['Resources'] as object[])[0]).not.toHaveProperty('members');
  const holds = encodeURIComponent(`id eq "${String(made.body['id'])}" and members eq "${three.id}"`);
  expect((await directory.send('GET', `/Groups?filter=${holds}`)).body['totalResults']).toBe(1);
  expect((await directory.send('GET', `/Users/${three.id}`)).body['groups']).toMatchObject([
    { display: `${name}s` },
  ]);
  expect((await directory.send('DELETE', path)).status).toBe(204);
  expect((await directory.send('GET', path)).status).toBe(404);
  const again = await directory.send('POST', '/Groups', {
    displayName: `${name}s`,
    members: [{ value: one.id }],
  });
  expect([again.status, again.body['id'], members(again.body)]).toEqual([201, made.body['id'], [one.id]]);
});

test('a role follows from a group that the rules name', async () => {
  const name = unique('Admins ');
  await owner.connection.call(updateDirectory, { groups: [{ group: name, user_group_id: null, role: 200 }] });
  const { id } = await created();
  const made = await directory.send('POST', '/Groups', { displayName: name, members: [{ value: id }] });
  expect((await stored(id))?.role).toBe(200);
  await directory.send('PUT', `/Groups/${String(made.body['id'])}`, { displayName: name, members: [] });
  expect((await stored(id))?.role).toBe(400);
});

test('repeated requests change nothing and make no event', async () => {
  const { id, local } = await created();
  const group = await directory.send('POST', '/Groups', {
    displayName: unique('g'),
    members: [{ value: id }],
  });
  await directory.send('DELETE', `/Users/${id}`);
  const before = await position();
  const member = [{ value: id }];
  for (const [method, path, body] of [
    ['DELETE', `/Users/${id}`, undefined],
    ['PUT', `/Users/${id}`, { ...entraPerson(local), active: false }],
    ['PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' })],
    ['PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'userName', value: `${local}@COMPANY.example` })],
    [
      'PUT',
      `/Groups/${String(group.body['id'])}`,
      { displayName: group.body['displayName'], members: member },
    ],
    ['PATCH', `/Groups/${String(group.body['id'])}`, patch({ op: 'Add', path: 'members', value: member })],
  ] as const)
    expect((await directory.send(method, path, body)).status).toBeLessThan(300);
  expect(await position()).toEqual(before);
});

test('a person who exists, or whose identifier is taken, is a conflict', async () => {
  const { local } = await created();
  const again = await directory.send('POST', '/Users', { ...entraPerson(local), externalId: unique('x') });
  expect([again.status, again.body['scimType']]).toEqual([409, 'uniqueness']);
  const other = await directory.send('POST', '/Users', {
    ...entraPerson(unique('p')),
    externalId: `entra-${local}`,
  });
  expect([other.status, other.body['scimType']]).toEqual([409, 'uniqueness']);
});

test('a waiting poll of a leaver ends at once, with key and queue', async () => {
  const leaver = await server.user({ email: 'leaver@company.example' });
  const { queue_id, last_event_id } = await leaver.connection.call(registerQueue, {
    event_types: ['message'],
  });
  const before = server.server.world.hub.size.waiting;
  const poll = leaver.connection
    .call(getEvents, { queue_id, last_event_id })
    .catch((error: unknown) => error);
  await expect.poll(() => server.server.world.hub.size.waiting).toBe(before + 1);
  const off = patch({ op: 'replace', value: { active: false } });
  expect((await directory.send('PATCH', `/Users/${leaver.id}`, off)).status).toBe(200);
  expect(await poll).toMatchObject({ status: 401 });
});

test('pages are as the directory asks, within a limit', async () => {
  for (let n = 0; n < 3; n += 1) await created();
  const all = Number((await directory.send('GET', '/Users?count=0')).body['totalResults']);
  const page = await directory.send('GET', `/Users?startIndex=${all - 1}&count=5`);
  expect(page.body).toMatchObject({ totalResults: all, startIndex: all - 1, itemsPerPage: 2 });
  expect((await directory.send('GET', '/Users?count=1000000000')).status).toBe(200);
  expect((await directory.send('GET', '/Users?startIndex=-5&count=1')).body['startIndex']).toBe(1);
  expect((await directory.send('GET', '/Users?count=all')).status).toBe(400);
  const far = await directory.send('GET', '/Users?startIndex=9999999999&count=5');
  expect([far.status, far.body['Resources']]).toEqual([200, []]);
});

test('owners, bots and accounts of the server are out of reach', async () => {
  const path = `/Users/${owner.id}`;
  const before = await stored(String(owner.id));
  for (const operation of [
    { op: 'replace', value: { active: false } },
    { op: 'replace', path: 'userName', value: 'thief@company.example' },
    { op: 'replace', path: 'displayName', value: 'Another Owner' },
    { op: 'add', path: 'externalId', value: 'thief' },
  ]) {
    const answer = await directory.send('PATCH', path, patch(operation));
    expect([answer.status, answer.body['status']]).toEqual([403, '403']);
  }
  expect((await directory.send('DELETE', path)).status).toBe(403);
  expect(await stored(String(owner.id))).toEqual(before);
  const bot = await server.user({ bot: { type: 1, ownerId: owner.id } });
  const others = await server.server.world.pool.all(
    sql<{ id: number }>`select id from realm_user where bot_type is not null or role = 700`,
  );
  expect(others.map(({ id }) => id)).toContain(bot.id);
  for (const { id } of others) {
    expect((await directory.send('GET', `/Users/${id}`)).status).toBe(404);
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(404);
    const member = { displayName: unique('g'), members: [{ value: String(id) }] };
    expect((await directory.send('POST', '/Groups', member)).status).toBe(400);
  }
});

test('the token of another organization, an ended, an expired and a wrong one are refused', async () => {
  const realmId = await server.realm('other');
  const host = 'other.parley.test';
  const theirs = await startDirectory(server, await server.user({ realmId, role: 100, host }), host);
  const { id } = await created();
  expect((await theirs.send('GET', `/Users/${id}`)).status).toBe(404);
  expect(
    (await theirs.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }))).status,
  ).toBe(404);
  expect((await theirs.send('POST', '/Groups', { displayName: 'g', members: [{ value: id }] })).status).toBe(
    400,
  );
  const ask = { method: 'GET', path: '/Users' };
  for (const token of [theirs.token, owner.apiKey, `pd_${'a'.repeat(32)}`, '', `${directory.token} x`]) {
    const answer = await sendScim(server, { ...ask, token });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  }
  const ended = await startDirectory(server, owner);
  await owner.connection.call(endDirectoryToken, { token_id: ended.tokenId });
  expect((await ended.send('GET', '/Users')).status).toBe(401);
  const expired = await startDirectory(server, owner);
  await server.server.world.pool.all(
    sql`update directory_token set expires_at = now() where id = ${expired.tokenId}`,
  );
  expect((await expired.send('GET', '/Users')).status).toBe(401);
  const bearer = { authorization: `Bearer ${directory.token}` };
  expect((await raw(server, '/api/v1/users/me', { headers: bearer })).status).toBe(400);
});

test('malformed requests are refused in the form of SCIM', async () => {
  const { id } = await created();
  for (const [method, path, body, status] of [
    ['GET', `/Users?filter=${encodeURIComponent(`userName eq "a' or '1'='1"`)}`, undefined, 200],
    ['GET', `/Users?filter=${encodeURIComponent('userName sw "a"')}`, undefined, 400],
    ['GET', `/Users?filter=${encodeURIComponent('password eq "a"')}`, undefined, 400],
    ['GET', `/Users?filter=${encodeURIComponent('constructor eq "a"')}`, undefined, 400],
    ['GET', '/constructor', undefined, 404],
    ['GET', `/Users/${id}/more`, undefined, 404],
    ['GET', "/Users/1'; select 1; --", undefined, 404],
    ['POST', '/Users', '{', 400],
    ['POST', '/Users', '[]', 400],
    ['POST', '/Users', {}, 400],
    ['POST', '/Users', { userName: 'no address' }, 400],
    ['POST', '/Users', { userName: 'a@company.example', externalId: 'x'.repeat(300) }, 400],
    ['POST', '/Groups', { displayName: '' }, 400],
    ['POST', '/Groups', { displayName: 'role:owners' }, 400],
    ['PATCH', `/Users/${id}`, {}, 400],
    ['PATCH', `/Users/${id}`, patch({ op: 'move' }), 400],
    ['PATCH', `/Users/${id}`, patch({ op: 'remove' }), 400],
    ['PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: 'perhaps' }), 400],
    ['PATCH', `/Users/${id}`, patch(...Array.from({ length: 1_001 }, () => ({ op: 'add', value: {} }))), 400],
    ['PUT', '/Users', entraPerson('q'), 405],
    ['DELETE', '/ServiceProviderConfig', undefined, 405],
  ] as const) {
    const answer = await directory.send(method, path.replaceAll(' ', '%20'), body);
    expect([path, answer.status, answer.headers['content-type']]).toEqual([
      path,
      status,
      'application/scim+json',
    ]);
    expect([path, (answer.body['schemas'] as string[])[0]]).toEqual([
      path,
      `urn:ietf:params:scim:api:messages:2.0:${status === 200 ? 'ListResponse' : 'Error'}`,
    ]);
  }
});

test('the service says what it can', async () => {
  const { body } = await directory.send('GET', '/ServiceProviderConfig');
  expect(body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  });
  const types = await directory.send('GET', '/ResourceTypes');
  expect(types.body).toMatchObject({ totalResults: 2 });
  expect((await directory.send('GET', '/ResourceTypes/Group')).body['schema']).toBe(GROUP);
  expect((await directory.send('GET', `/Schemas/${USER}`)).body['name']).toBe('User');
});

test('the audit trail names the directory and its token', async () => {
  const { id } = await created();
  const { entries } = await owner.connection.call(getAuditEntries, {
    actions: ['user.created'],
    object_id: Number(id),
    object_type: 'user',
  });
  expect(entries[0]).toMatchObject({
    actor: { kind: 'directory', user_id: null },
    via: `/scim/v2 by token ${directory.tokenId}`,
  });
});

test('a log-in finds the account by the identifier of the directory, where the owners say so', async () => {
  const { id } = await created('entra');
  provider.account = { email: 'entra@company.example', email_verified: false, subject: 'entra-entra' };
  const signOn = async () => {
    const begun = await raw(server, `/accounts/login/social/oidc/main?mobile_flow_otp=${'5a'.repeat(32)}`);
    const { pathname, search } = await provider.visit(String(begun.headers['location']));
    return raw(server, pathname + search);
  };
  expect((await signOn()).status).toBe(400);
  await owner.connection.call(updateDirectory, { matches_external_ids: true });
  const location = new URL(String((await signOn()).headers['location']));
  expect(location.searchParams.get('user_id')).toBe(id);
});
