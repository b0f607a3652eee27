import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';
import { runProgram } from '@parley/test-support/run-program.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptDirectory } from '../../../engine/files/disk-store.ts';
import { sql } from '../../../engine/db/sql.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let directory: string;

beforeAll(async () => {
  server = await startTestServer();
  directory = await mkdtemp(path.join(tmpdir(), 'parley-tools-'));
  owner = await server.user({ role: roles.owner, email: 'owner@example.com', fullName: 'Olga Owner' });
  ada = await server.user({ email: 'ada@example.com', fullName: 'Ada' });
  await channelOf(server, 'general', [owner]);
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

function parley(...args: string[]) {
  const { config } = server.server.world;
  return runProgram(args, {
    PARLEY_DATABASE_URL: server.databaseUrl,
    PARLEY_SECRET: config.secret,
    PARLEY_EXTERNAL_HOST: config.hosts.external,
    PARLEY_FILES: config.files.directory,
    PARLEY_SMTP_URL: 'smtp://user:a-password@mail.example.org',
    PARLEY_LOG_LEVEL: 'silent',
  });
}

async function json(...args: string[]): Promise<unknown> {
  const { code, out, err } = await parley(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

const IN_ROOT = ['--realm', 'root'];

test('organizations are listed, shown, renamed and set; clients receive the events', async () => {
  const received = await listen(ada, ['realm']);
  expect(await json('realm', 'list')).toMatchObject([{ subdomain: 'root', name: 'Root', users: 2 }]);
  expect(await json('realm', 'show', 'root')).toMatchObject({ state: 'active', users: 2, channels: 1 });
  expect(await json('realm', 'rename', 'root', 'Example')).toEqual({
    subdomain: 'root',
    before: 'Root',
    name: 'Example',
  });
  expect(await json('realm', 'settings', 'root', 'message_retention_days=365')).toEqual([
    { setting: 'message_retention_days', value: '365' },
  ]);
  expect(await received()).toMatchObject([
    { op: 'update', property: 'name', value: 'Example' },
    { property: 'message_retention_days', value: 365 },
  ]);
  const wrong = await parley('realm', 'settings', 'root', 'nonsense=1');
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("'nonsense=1' is not name=value")]);
});

test('an organization moves to another host, and is deleted when it is deactivated and confirmed', async () => {
  const realmId = await server.realm('acme');
  const bob = await server.user({ realmId, host: 'acme.parley.test' });
  await bob.connection.call(getOwnUser);
  expect(await json('realm', 'host', 'acme', 'other')).toMatchObject({ url: 'https://other.parley.test' });
  await expect(bob.connection.call(getOwnUser)).rejects.toMatchObject({ status: 401 });
  expect((await parley('realm', 'delete', 'other')).err).toContain('is active');
  await parley('realm', 'deactivate', 'other');
  expect((await parley('realm', 'delete', 'other')).err).toContain('--yes "Realm acme"');
  expect(await json('realm', 'delete', 'other', '--yes', 'Realm acme')).toMatchObject({ name: 'Realm acme' });
  const { pool } = server.server.world;
  expect(await pool.all(sql`select from realm_user where realm_id = ${realmId}`)).toEqual([]);
  expect(await json('realm', 'list')).toHaveLength(1);
});

test('users are listed, changed, deactivated and brought back; the only owner stays', async () => {
  const received = await listen(owner, ['realm_user']);
  expect((await parley('user', 'list', ...IN_ROOT)).out).toMatch(
    /^id  +email +name +role +joined\n *\d+  owner@example\.com  Olga Owner  owner   20/,
  );
  await json('user', 'role', 'ada@example.com', 'moderator', ...IN_ROOT);
  await json('user', 'rename', 'ada@example.com', 'Ada Lovelace', ...IN_ROOT);
  await json('user', 'email', 'ada@example.com', 'countess@example.com', ...IN_ROOT);
  await json('user', 'deactivate', 'countess@example.com', ...IN_ROOT);
  expect(await json('user', 'list', '--deactivated', ...IN_ROOT)).toMatchObject([{ name: 'Ada Lovelace' }]);
  await json('user', 'reactivate', 'countess@example.com', ...IN_ROOT);
  const events = (await received()) as { person?: object }[];
  expect(events.map(({ person }) => person)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ user_id: ada.id, role: roles.moderator }),
      expect.objectContaining({ full_name: 'Ada Lovelace' }),
      expect.objectContaining({ delivery_email: 'countess@example.com' }),
      expect.objectContaining({ is_active: false }),
      expect.objectContaining({ is_active: true }),
    ]),
  );
  expect(await json('user', 'show', 'countess@example.com', ...IN_ROOT)).toMatchObject({
    role: 'moderator',
    state: 'active',
    'browsers and programs': 0,
  });
  for (const change of [
    ['role', 'owner@example.com', 'member'],
    ['deactivate', 'owner@example.com'],
  ])
    expect((await parley('user', ...change, ...IN_ROOT)).code).toBe(1);
});

test('users are imported from a file once; a wrong line is named and fails alone', async () => {
  const file = path.join(directory, 'people.csv');
  await writeFile(
    file,
    'email,name,role\ngrace@example.com,"Hopper, Grace",member\nwrong,Nobody,\nowner@example.com,Olga,\n',
  );
  const first = await parley('user', 'import', file, '--links', '--json', ...IN_ROOT);
  expect(first.code).toBe(1);
  expect(JSON.parse(first.out)).toMatchObject([
    { line: 2, name: 'Hopper, Grace', result: 'created', link: expect.stringMatching(/^https:/) },
    { line: 3, result: 'failed: the e-mail address is not valid' },
    { line: 4, result: 'exists' },
  ]);
  const again = await parley('user', 'import', file, ...IN_ROOT);
  expect(again.out).toContain('0 created, 2 left alone, 1 failed.');
});

test('retention and holds are set and shown', async () => {
  const email = ['--user', 'owner@example.com'];
  const { id } = (await json('hold', 'add', ...email, '--reason', 'Case 7', ...IN_ROOT)) as { id: number };
  await json('hold', 'add', '--channel', 'general', '--reason', 'Case 8', ...IN_ROOT);
  expect(await json('hold', 'list', ...IN_ROOT)).toMatchObject([
    { id, email: 'owner@example.com', channel: null, reason: 'Case 7' },
    { email: null, channel: 'general' },
  ]);
  expect(await json('retention', 'set', '400', ...IN_ROOT)).toMatchObject([{ kept: '400 days' }]);
  expect(await json('retention', 'show', ...IN_ROOT)).toMatchObject([
    { of: 'the organization', kept: '400 days' },
    { of: 'channel general', kept: '400 days', from: 'the organization', 'on hold': true },
  ]);
  for (const hold of [id, id + 1]) await json('hold', 'remove', String(hold), ...IN_ROOT);
  expect(await json('hold', 'list', ...IN_ROOT)).toEqual([]);
  const wrong = [
    await parley('retention', 'set', '0', ...IN_ROOT),
    await parley('retention', 'set', 'default', ...IN_ROOT),
    await parley('hold', 'remove', String(id), ...IN_ROOT),
  ];
  expect(wrong.map(({ code }) => code)).toEqual([1, 1, 1]);
});

test('channels, bots, jobs, queues and e-mails are listed and worked on', async () => {
  const received = await listen(owner, ['stream', 'subscription']);
  expect(await json('channel', 'list', ...IN_ROOT)).toMatchObject([
    { name: 'general', retention: 'default' },
  ]);
  expect(await json('retention', 'set', '30', '--channel', 'general', ...IN_ROOT)).toMatchObject([
    { of: 'channel general', kept: '30 days' },
  ]);
  const subscribed = await json(
    'channel',
    'subscribe',
    'general',
    'grace@example.com',
    'owner@example.com',
    ...IN_ROOT,
  );
  expect(subscribed).toEqual({ channel: 'general', subscribed: 1, 'were subscribed': 1 });
  expect(await received()).toMatchObject([
    { property: 'message_retention_days', value: 30 },
    { type: 'subscription', op: 'peer_add' },
  ]);
  expect(await json('bot', 'list', ...IN_ROOT)).toEqual([]);
  expect(await json('job', 'run', 'maintain log partitions')).toMatchObject({
    job: 'maintain log partitions',
  });
  expect(await json('job', 'list')).toContainEqual(
    expect.objectContaining({ job: 'send e-mail', 'every (s)': 1 }),
  );
  expect(await json('queue', 'list', ...IN_ROOT)).toContainEqual(
    expect.objectContaining({ email: 'owner@example.com' }),
  );
  expect(await json('queue', 'end', 'owner@example.com', ...IN_ROOT)).toMatchObject({
    email: 'owner@example.com',
  });
  const { pool } = server.server.world;
  await pool.all(sql`insert into mail (realm_id, kind, sealed, expires_at, next_try_at, last_error)
    values (${server.realmId}, 'login', '', now() + interval '1 day', now() + interval '1 hour', '451 later')`);
  expect(await json('mail', 'list')).toMatchObject([{ realm: 'root', kind: 'login', error: '451 later' }]);
  expect(await json('mail', 'retry')).toEqual({ retried: 1 });
});

test('an organization is exported, checked and imported; a user is exported and deleted when confirmed', async () => {
  const archive = path.join(directory, 'root.tar');
  const exported = await json('realm', 'export', 'root', '--to', archive);
  expect(exported).toMatchObject({ name: 'Example', 'missing files': 0 });
  expect(await json('export', 'verify', archive)).toEqual(exported);
  expect(await json('realm', 'import', archive, '--host', 'twin')).toMatchObject({
    url: 'https://twin.parley.test',
  });
  expect(await json('user', 'list', '--realm', 'twin')).toEqual(await json('user', 'list', ...IN_ROOT));
  expect((await parley('realm', 'import', archive, '--host', 'twin')).err).toContain(
    'There is an organization',
  );
  expect((await parley('realm', 'import', directory, '--host', 'other')).err).toContain(
    'not a complete archive',
  );

  const inTwin = ['grace@example.com', '--realm', 'twin'];
  const person = path.join(directory, 'grace');
  expect(await json('user', 'export', ...inTwin, '--to', person)).toMatchObject({ name: 'Hopper, Grace' });
  expect((await parley('user', 'delete', ...inTwin)).err).toContain('--yes grace@example.com');
  await json('user', 'delete', ...inTwin, '--yes', 'grace@example.com', '--messages');
  expect((await parley('user', 'list', '--realm', 'twin', '--deactivated')).out).toMatch(/Deleted User \d+/);
  await parley('realm', 'deactivate', 'twin');
  await json('realm', 'delete', 'twin', '--yes', 'Example');
  expect(await json('realm', 'deletions')).toMatchObject([{ subdomain: 'twin' }, { subdomain: 'other' }]);
});

test('a missing file is found, and files, figures and settings are shown without secrets', async () => {
  await sendFiles(server, owner, '/user_uploads', [Buffer.from('some text')]);
  expect((await parley('files', 'check')).out).toContain('1 files checked, 0 missing');
  expect(await json('files', 'usage')).toMatchObject([{ realm: 'root', files: 1, bytes: 9 }]);
  await rm(path.join(keptDirectory(server.server.world.config.files.directory), 'uploads'), {
    recursive: true,
  });
  const { code, out } = await parley('files', 'check');
  expect([code, out]).toEqual([1, expect.stringContaining('1 missing or damaged')]);
  expect(await json('stats')).toMatchObject({ organizations: 1, users: 3 });
  const shown = (await parley('config', 'show')).out;
  expect(shown).toContain('smtp://user:(secret)@mail.example.org');
  expect(shown).not.toMatch(/a-password|a secret for tests/);
});

test('maintenance lets users wait and probes pass', async () => {
  const { maintenance } = server.server.world;
  await json('maintenance', 'on', '--message', 'Back at noon.');
  await maintenance.follow();
  await expect(owner.connection.call(getOwnUser)).rejects.toMatchObject({
    status: 503,
    message: 'Back at noon.',
  });
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await json('maintenance', 'off');
  await maintenance.follow();
  await owner.connection.call(getOwnUser);
});
