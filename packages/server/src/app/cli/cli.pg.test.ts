import { connect, createServer } from 'node:net';
import { createDrafts, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startMailbox } from '@parley/test-support/mailbox.ts';
import { runCommand, startCommand, type Ended, type Running } from '@parley/test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';

/** Each command is a process of its own, which takes its time on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let env: Record<string, string>;
const started: Running[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  env = {
    PARLEY_DATABASE_URL: database.url,
    PARLEY_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz',
    PARLEY_EXTERNAL_HOST: 'localhost:9800',
    PARLEY_URL_SCHEME: 'http',
    PARLEY_PORT: '0',
  };
  await onDatabase('drop schema public cascade; create schema public');
});
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => database.drop());

async function onDatabase(statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

function parley(...args: string[]): Promise<Ended> {
  return runCommand(args, env);
}

async function serve(): Promise<{ running: Running; url: string }> {
  const running = startCommand(['serve'], env);
  started.push(running);
  const [, url = ''] = await running.line(/serving at (http:[^"]+)"/);
  return { running, url };
}

function keyOf({ out }: Ended): string {
  return /API key: (\w+)/.exec(out)?.[1] ?? '';
}

test('without tables every command says how to make them', async () => {
  const made = await parley('realm', 'create', 'root', '--name', 'Analytical');
  expect(made).toMatchObject({ code: 1, err: expect.stringContaining('parley migrate') });
  expect(await parley('serve')).toMatchObject({ code: 1, err: expect.stringContaining('parley migrate') });
  const seen = await parley('doctor');
  expect(seen.code).toBe(1);
  expect(seen.out).toMatch(/✗ migrations +\d+ pending/);
});

test('migrate creates tables, functions and partitions of the log, and a second call does nothing', async () => {
  const first = await parley('migrate');
  expect(first).toMatchObject({ code: 0, err: '', out: expect.stringContaining('0001_organizations') });
  expect(await parley('migrate')).toMatchObject({
    code: 0,
    err: '',
    out: 'The database is up to date already.\n',
  });
  expect(first.out).toContain('functions/append_log');
  const partitions = "select 1 from pg_inherits where inhparent = 'log_entry'::regclass";
  expect((await onDatabase(partitions)).length).toBeGreaterThan(10);
});

test('a function that another release has applied is pending, and migrate applies it', async () => {
  await onDatabase("update sql_file set hash = 'other' where name = 'functions/append_log'");
  expect((await parley('doctor')).out).toMatch(/✗ migrations +1 pending/);
  expect(await parley('serve')).toMatchObject({ code: 1, err: expect.stringContaining('parley migrate') });
  expect(await parley('migrate')).toMatchObject({
    code: 0,
    out: 'done: functions/append_log\nThe database is up to date.\n',
  });
});

test('an organization is created once, and under a name that can be a subdomain', async () => {
  expect(
    await parley('user', 'create', '--realm', 'root', '--email', 'a@b.example', '--name', 'A'),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining('parley realm create root'),
  });
  const made = await parley('realm', 'create', 'root', '--name', 'Analytical');
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('http://localhost:9800') });
  expect(await parley('realm', 'create', 'root', '--name', 'Again')).toMatchObject({
    code: 1,
    err: expect.stringContaining('taken'),
  });
  expect(await parley('realm', 'create', '-x-', '--name', 'Odd')).toMatchObject({ code: 1 });
});

test('a user is created with a key that can be shown again, and only once with an address', async () => {
  const ada = ['--realm', 'root', '--email', 'Ada@example.com'];
  const made = await parley(
    'user',
    'create',
    ...ada,
    '--name',
    'Ada',
    '--role',
    'owner',
    '--can-create-users',
  );
  expect(made.code).toBe(0);
  expect(keyOf(made)).toMatch(/^\w{32}$/);
  const shown = await parley('user', 'key', '--realm', 'root', '--email', 'ada@EXAMPLE.com');
  expect(shown.out.trim()).toBe(keyOf(made));
  expect(await parley('user', 'create', ...ada, '--name', 'Other')).toMatchObject({
    code: 1,
    err: expect.stringContaining('in use'),
  });
  expect(await parley('user', 'create', ...ada, '--name', 'Odd', '--role', 'king')).toMatchObject({
    code: 1,
  });
  expect(
    await onDatabase('select role, can_create_users, password_hash from realm_user where bot_type is null'),
  ).toEqual([{ role: 100, can_create_users: true, password_hash: null }]);
});

test('a password is read from standard input and kept as an argon2id hash', async () => {
  const args = ['user', 'create', '--realm', 'root', '--email', 'grace@example.com', '--name', 'Grace'];
  const made = await runCommand([...args, '--password', '-'], env, 'correct horse battery staple\n');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(
    await onDatabase("select password_hash from realm_user where delivery_email = 'grace@example.com'"),
  ).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$/) }]);
});

test('rights that only the operator decides about are given and taken', async () => {
  const grace = ['user', 'grant', '--realm', 'root', '--email', 'grace@example.com'];
  const rights =
    "select can_create_users, can_change_user_emails from realm_user where delivery_email like 'grace%'";
  await parley(...grace, '--can-create-users', '--can-change-user-emails');
  expect(await onDatabase(rights)).toEqual([{ can_create_users: true, can_change_user_emails: true }]);
  await parley(...grace, '--no-can-create-users');
  expect(await onDatabase(rights)).toEqual([{ can_create_users: false, can_change_user_emails: true }]);
  expect(await parley(...grace)).toMatchObject({ code: 1, err: expect.stringContaining('Which right?') });
});

test('links to join and to choose a password are printed', async () => {
  const root = ['--realm', 'root'];
  const joined = await parley('user', 'invite', ...root, '--email', 'new@example.com', '--role', 'moderator');
  expect(joined.out).toMatch(/^http:\/\/localhost:9800\/join\/\w{32}\n$/);
  expect(await onDatabase('select email, role, joins_defaults from invitation')).toEqual([
    { email: 'new@example.com', role: 300, joins_defaults: true },
  ]);
  const reset = await parley('user', 'reset-password', ...root, '--email', 'ada@example.com');
  expect(reset.out).toMatch(/^http:\/\/localhost:9800\/reset-password\/\w{32}\n$/);
  expect(await parley('user', 'invite', ...root, '--email', 'nonsense')).toMatchObject({ code: 1 });
});

test('a secret that is not the one of the accounts is noticed', async () => {
  const other = { ...env, PARLEY_SECRET: 'another secret that is also long enough' };
  const shown = await runCommand(['user', 'key', '--realm', 'root', '--email', 'ada@example.com'], other);
  expect(shown).toMatchObject({ code: 1, err: expect.stringContaining('PARLEY_SECRET') });
  const seen = await runCommand(['doctor'], other);
  expect(seen.code).toBe(1);
  expect(seen.out).toMatch(/✗ keys +2 of 2 cannot be opened/);
});

test('the doctor finds nothing wrong with a server that is well', async () => {
  const seen = await parley('doctor');
  expect(seen.out).not.toContain('✗');
  expect(seen.code).toBe(0);
});

test('the doctor names a configuration that is not complete, and a port that another program uses', async () => {
  const bare = await runCommand(['doctor'], {});
  expect(bare).toMatchObject({ code: 1, out: expect.stringContaining('PARLEY_SECRET') });
  const squatter = createServer();
  await new Promise<void>((resolve) => {
    squatter.listen(0, '127.0.0.1', resolve);
  });
  const address = squatter.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const seen = await runCommand(['doctor'], { ...env, PARLEY_PORT: port });
  squatter.close();
  expect(seen.out).toMatch(/✗ port +127\.0\.0\.1:\d+: EADDRINUSE/);
});

test(
  'a letter can be sent to try the mail server, which the doctor looks at too',
  { timeout: 120_000 },
  async () => {
    expect(await parley('mail', 'test', '--to', 'ada@example.com')).toMatchObject({
      code: 1,
      err: expect.stringContaining('sends no mail'),
    });
    const mailbox = await startMailbox();
    const mailing = { ...env, PARLEY_SMTP_URL: mailbox.url, PARLEY_MAIL_FROM: 'Chat <chat@example.org>' };
    const sent = await runCommand(['mail', 'test', '--to', 'ada@example.com'], mailing);
    expect(sent).toMatchObject({ code: 0 });
    expect(mailbox.emails).toMatchObject([{ to: 'ada@example.com', from: 'chat@example.org' }]);
    expect((await runCommand(['doctor'], mailing)).out).toMatch(/✓ mail +smtp:/);
    mailbox.behaviour = { at: 'recipient', status: 550 };
    expect(await runCommand(['mail', 'test', '--to', 'ada@example.com'], mailing)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not today'),
    });
    await mailbox.stop();
    expect((await runCommand(['doctor'], mailing)).out).toMatch(/✗ mail/);
  },
);

test('a PostgreSQL that is away is named, and serve waits for it', async () => {
  const away = { ...env, PARLEY_DATABASE_URL: 'postgres://postgres@127.0.0.1:1/parley' };
  expect(await runCommand(['migrate'], away)).toMatchObject({
    code: 1,
    err: expect.stringContaining('PARLEY_DATABASE_URL'),
  });
  expect((await runCommand(['doctor'], away)).out).toMatch(/✗ PostgreSQL/);
  const waiting = startCommand(['serve'], away);
  started.push(waiting);
  await waiting.line(/cannot be reached .*trying again/);
  waiting.child.kill('SIGTERM');
  expect((await waiting.ended).signal).toBe('SIGTERM');
});

async function connectionOf(url: string, email: string): Promise<Connection> {
  const { out } = await parley('user', 'key', '--realm', 'root', '--email', email);
  return createConnection({ url, credentials: { email, apiKey: out.trim() } });
}

test('SIGTERM answers open long polls and ends at once', async () => {
  const { running, url } = await serve();
  const ada = await connectionOf(url, 'ada@example.com');
  const queue = await ada.call(registerQueue, { event_types: ['drafts'] });
  const poll = ada.call(getEvents, { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
  // The poll has arrived when a later request on another connection is answered.
  await ada.call(getDrafts);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = performance.now();
  // Twice at the same moment is once: npm and a terminal both pass signals on.
  running.child.kill('SIGTERM');
  running.child.kill('SIGTERM');
  expect(await poll).toMatchObject({ events: [] });
  expect(await running.ended).toMatchObject({ code: 0 });
  // The connections of idle clients are cut after five seconds; ours was told to close and did.
  expect(performance.now() - before).toBeLessThan(4_500);
});

test('a second signal ends a server that still waits for somebody', async () => {
  const { running, url } = await serve();
  const slow = connect(Number(new URL(url).port), '127.0.0.1');
  slow.on('error', () => {});
  slow.write('GET /health HTTP/1.1\r\nHost: localhost\r\n');
  await new Promise((resolve) => setTimeout(resolve, 200));
  running.child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  running.child.kill('SIGTERM');
  const before = performance.now();
  expect(await running.ended).toMatchObject({ code: 1 });
  expect(performance.now() - before).toBeLessThan(2_500);
  slow.destroy();
});

test('a deactivated organization lets nobody in until it is reactivated', async () => {
  const { url } = await serve();
  const ada = await connectionOf(url, 'ada@example.com');
  await ada.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'kept' }] });
  expect(await parley('realm', 'deactivate', 'root')).toMatchObject({ code: 0 });
  await expect(ada.call(getDrafts)).rejects.toMatchObject({ status: 401 });
  expect(await parley('realm', 'reactivate', 'root')).toMatchObject({ code: 0 });
  expect(await ada.call(getDrafts)).toMatchObject({ count: 1 });
});

test('a second server on the same port says why it cannot start', async () => {
  const { url } = await serve();
  const taken = { ...env, PARLEY_PORT: new URL(url).port };
  expect(await runCommand(['serve'], taken)).toMatchObject({
    code: 1,
    err: expect.stringContaining('PARLEY_PORT'),
  });
  expect((await runCommand(['doctor'], taken)).out).toMatch(/✓ port .* is served by Parley/);
});
