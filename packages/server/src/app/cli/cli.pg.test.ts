import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createDrafts, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import type { Command } from 'commander';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startMailbox } from '@parley/test-support/mailbox.ts';
import { runCommand, startCommand, type Ended, type Running } from '@parley/test-support/command.ts';
import { PROGRAM } from '@parley/test-support/program.ts';
import { runProgram } from '@parley/test-support/run-program.ts';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { createSealer } from '../../engine/secrets/seal.ts';
import { createProgram } from './program.ts';

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

/** Only a server needs a process of its own; the others would load all modules for each command. */
function parley(...args: string[]): Promise<Ended> {
  return args[0] === 'serve' ? runCommand(args, env) : runProgram(args, env);
}

async function serve(): Promise<{ running: Running; url: string }> {
  const running = startCommand(['serve'], env);
  started.push(running);
  const [, url = ''] = await running.line(/listening on (http:[^"]+)"/);
  return { running, url };
}

function keyOf({ out }: Ended): string {
  return /API key: (\w+)/.exec(out)?.[1] ?? '';
}

const COMMANDS = [
  ['serve'],
  ['setup'],
  ['migrate'],
  ['doctor'],
  ['recover'],
  ['realm', 'create'],
  ['realm', 'deactivate'],
  ['realm', 'reactivate'],
  ['realm', 'move'],
  ['realm', 'copy'],
  ['cell', 'map'],
  ['user', 'create'],
  ['user', 'key'],
  ['user', 'logout'],
  ['user', 'grant'],
  ['user', 'invite'],
  ['user', 'reset-password'],
  ['user', 'remove-second-step'],
  ['secret', 'rotate'],
  ['search', 'rebuild'],
  ['mail', 'test'],
];

test.each([[], ['realm'], ['user'], ['secret'], ['search'], ['mail'], ['cell'], ...COMMANDS])(
  'parley %s %s has its usage',
  (...words) => {
    const find = (command: Command, word: string): Command | undefined =>
      command.commands.find((one) => one.name() === word);
    let command: Command | undefined = createProgram();
    for (const word of words) command = command === undefined ? undefined : find(command, word);
    expect(command?.helpInformation()).toContain(['Usage: parley', ...words].join(' '));
  },
);

test.each([[[]], [['user', 'create']]])('parley %j --help needs no configuration', async (words) => {
  const help = await runCommand([...words, '--help'], {});
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toContain(['Usage: parley', ...words].join(' '));
});

test.each([
  [['sevre'], "error: unknown command 'sevre'", 'Usage: parley [options] [command]'],
  [['user', 'crate'], "error: unknown command 'crate'", 'Usage: parley user'],
  [['serve', '--migrat'], "error: unknown option '--migrat'", 'Usage: parley serve'],
  [['user', 'key', '--realm', 'root'], "'--email <address>' not specified", 'Usage: parley user key'],
  [['realm', 'deactivate'], "missing required argument 'subdomain'", 'Usage: parley realm deactivate'],
])('parley %j is rejected with the usage of the command', async (words, error, usage) => {
  const { code, err } = await runCommand(words, {});
  expect(code).toBe(1);
  expect(err).toContain(error);
  expect(err).toContain(usage);
  expect(err).not.toMatch(/^ +at /m);
});

test('an environment file that does not exist is named', async () => {
  const { code, err } = await runCommand(['--env', '/nowhere/parley.env', 'migrate'], {});
  expect(code).toBe(1);
  expect(err).toMatch(/^parley: Cannot read the environment file \/nowhere\/parley\.env: .*\n$/);
});

test('without tables every command says to run the migrations', async () => {
  const created = await parley('realm', 'create', 'root', '--name', 'Analytical');
  expect(created).toMatchObject({ code: 1, err: expect.stringContaining('parley migrate') });
  expect(await parley('serve')).toMatchObject({ code: 1, err: expect.stringContaining('parley migrate') });
  const checked = await parley('doctor');
  expect(checked.code).toBe(1);
  expect(checked.out).toMatch(/✗ migrations +\d+ pending/);
});

test('migrate creates the tables, functions and log partitions; a second run does nothing', async () => {
  const first = await parley('migrate');
  expect(first).toMatchObject({ code: 0, err: '', out: expect.stringContaining('0001_organizations') });
  expect(await parley('migrate')).toMatchObject({
    code: 0,
    err: '',
    out: 'No pending migrations.\n',
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
    out: 'applied: functions/append_log\nThe database is up to date.\n',
  });
});

test('a node starts on a newer database that allows its release, and refuses another', async () => {
  const insert = "insert into migration (name, run_on, hash, beside) values ('9001_next', now(), 'x', ";
  await onDatabase(`${insert}'0.1.0')`);
  expect((await parley('doctor')).out).toMatch(/✓ migrations +\d+ applied, 1 of them by a newer release/);
  expect(await parley('migrate')).toMatchObject({ code: 0, out: 'No pending migrations.\n' });
  const { running } = await serve();
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
  await onDatabase("update migration set beside = '9.0.0' where name = '9001_next'");
  const refusal = /newer release \(9001_next\)\. Releases from 9\.0\.0 on can run on it; this is \d/;
  for (const command of ['serve', 'migrate'])
    expect(await parley(command)).toMatchObject({ code: 1, err: expect.stringMatching(refusal) });
  expect((await parley('doctor')).out).toMatch(/✗ migrations.*\s.*newer release \(9001_next\)/);
  await onDatabase("delete from migration where name = '9001_next'");
});

test('a node starts while a dump holds its locks, although log partitions are missing', async () => {
  const days = "to_char(now() at time zone 'UTC' + n * interval '1 day', 'YYYYMMDD')";
  const drops = `select format('drop table if exists log_entry_%s', ${days}) as drop from unnest(array[0, 14]) n`;
  for (const { drop } of (await onDatabase(drops)) as { drop: string }[]) await onDatabase(drop);
  const dump = new Client({ connectionString: database.url });
  await dump.connect();
  await dump.query('begin; lock table log_entry, log_entry_default in access share mode');
  const { running, url } = await serve();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  await running.line(/today's log partition waits for a lock/);
  await dump.end();
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
  expect((await parley('doctor')).out).toMatch(/✓ log partitions/);
  expect(await parley('migrate')).toMatchObject({ code: 0 });
});

test('an edited migration is reported by serve, migrate and doctor', async () => {
  await onDatabase("update migration set hash = reverse(hash) where name = '0001_organizations'");
  for (const command of ['serve', 'migrate'])
    expect(await parley(command)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^parley: .*0001_organizations.*\n$/),
    });
  expect((await parley('doctor')).out).toMatch(/✗ migrations.*\s.*0001_organizations/);
  await onDatabase("update migration set hash = reverse(hash) where name = '0001_organizations'");
});

test('an organization is created once, and only with a valid subdomain', async () => {
  expect(
    await parley('user', 'create', '--realm', 'root', '--email', 'a@b.example', '--name', 'A'),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining('parley realm create root'),
  });
  const created = await parley('realm', 'create', 'root', '--name', 'Analytical');
  expect(created).toMatchObject({ code: 0, out: expect.stringContaining('http://localhost:9800') });
  expect(await parley('realm', 'create', 'root', '--name', 'Again')).toMatchObject({
    code: 1,
    err: expect.stringContaining('taken'),
  });
  expect(await parley('realm', 'create', '-x-', '--name', 'Odd')).toMatchObject({ code: 1 });
});

test('[SE26] a search index is built again on request', async () => {
  expect(await parley('search', 'rebuild', 'root')).toMatchObject({ code: 0, err: '' });
  expect(await parley('search', 'rebuild')).toMatchObject({ code: 0, err: '' });
  expect(await onDatabase('select upto, ready_at from search_build')).toEqual([
    { upto: '0', ready_at: null },
    { upto: '0', ready_at: null },
  ]);
  expect(await parley('search', 'rebuild', 'nowhere')).toMatchObject({ code: 1 });
});

test('a user is created once per e-mail address, with an API key', async () => {
  const ada = ['--realm', 'root', '--email', 'Ada@example.com'];
  const created = await parley(
    'user',
    'create',
    ...ada,
    '--name',
    'Ada',
    '--role',
    'owner',
    '--can-create-users',
  );
  expect(created.code).toBe(0);
  expect(keyOf(created)).toMatch(/^\w{32}$/);
  const shown = await parley('user', 'key', '--realm', 'root', '--email', 'ada@EXAMPLE.com');
  expect(shown.out.trim()).toMatch(/^\w{32}$/);
  expect(shown.out.trim()).not.toBe(keyOf(created));
  expect(await parley('user', 'create', ...ada, '--name', 'Other')).toMatchObject({
    code: 1,
    err: expect.stringContaining('in use'),
  });
  expect(await parley('user', 'create', ...ada, '--name', 'Odd', '--role', 'king')).toMatchObject({
    code: 1,
  });
  expect(
    await onDatabase('select role, can_create_users, password_hash from realm_user where bot_type is null'),
  ).toEqual([{ role: roles.owner, can_create_users: true, password_hash: null }]);
});

test('a password is read from standard input and stored as an argon2id hash', async () => {
  const args = ['user', 'create', '--realm', 'root', '--email', 'grace@example.com', '--name', 'Grace'];
  const created = await runCommand([...args, '--password', '-'], env, 'correct horse battery staple\n');
  expect(created).toMatchObject({ code: 0, err: '' });
  expect(
    await onDatabase("select password_hash from realm_user where delivery_email = 'grace@example.com'"),
  ).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$/) }]);
});

test('a password that is typed on a terminal is not shown', async () => {
  const words = [
    'user',
    'create',
    '--realm',
    'root',
    '--email',
    'typed@example.com',
    '--name',
    'Typed',
    '--password',
    '-',
  ];
  const command = [process.execPath, PROGRAM, ...words].map((word) => `'${word}'`).join(' ');
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...env, PATH: process.env['PATH'], TERM: 'dumb' },
  });
  let shown = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (text.includes('Password: ')) terminal.stdin.write('correct horse battery staple\r');
  });
  const [code] = (await once(terminal, 'close')) as [number];
  expect(shown).toContain('Created Typed');
  expect(shown).not.toContain('battery');
  expect(code).toBe(0);
});

test('a reader that closes the pipe early ends a command without a stack', async () => {
  const { child, ended } = startCommand(['balancer', 'haproxy', '--host', 'chat.example.org'], env);
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('permissions that only the operator controls are granted and revoked', async () => {
  const grace = ['user', 'grant', '--realm', 'root', '--email', 'grace@example.com'];
  const permissions =
    "select can_create_users, can_change_user_emails from realm_user where delivery_email like 'grace%'";
  await parley(...grace, '--can-create-users', '--can-change-user-emails');
  expect(await onDatabase(permissions)).toEqual([{ can_create_users: true, can_change_user_emails: true }]);
  await parley(...grace, '--no-can-create-users');
  expect(await onDatabase(permissions)).toEqual([{ can_create_users: false, can_change_user_emails: true }]);
  expect(await parley(...grace)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Missing permission'),
  });
});

test('invitation and password-reset links are printed', async () => {
  const root = ['--realm', 'root'];
  const invited = await parley(
    'user',
    'invite',
    ...root,
    '--email',
    'new@example.com',
    '--role',
    'moderator',
  );
  expect(invited.out).toMatch(/^http:\/\/localhost:9800\/join\/\w{32}\n$/);
  expect(await onDatabase('select email, role, joins_defaults from invitation')).toEqual([
    { email: 'new@example.com', role: roles.moderator, joins_defaults: true },
  ]);
  const reset = await parley('user', 'reset-password', ...root, '--email', 'ada@example.com');
  expect(reset.out).toMatch(/^http:\/\/localhost:9800\/reset-password\/\w{32}\n$/);
  expect(await parley('user', 'invite', ...root, '--email', 'nonsense')).toMatchObject({ code: 1 });
});

const BOT = { realm_id: 1, id: 1_000, email: 'helper-bot@localhost', key: 'K'.repeat(32) };

async function addBot(): Promise<void> {
  const sealed = createSealer(env['PARLEY_SECRET'] ?? '').seal(placeOf('realm_user', BOT), BOT.key);
  await onDatabase(
    `insert into realm_user (realm_id, id, delivery_email, full_name, role, bot_type, key_hash, key_sealed)
     values (${BOT.realm_id}, ${BOT.id}, '${BOT.email}', 'Helper', 400, 1, sha256('${BOT.key}'),
       '\\x${sealed.toString('hex')}')`,
  );
}

test('[CR14] logging a user out ends all credentials of the user', async () => {
  const ada = ['--realm', 'root', '--email', 'ada@example.com'];
  const count =
    "select from credential c join realm_user u on u.id = c.user_id where delivery_email ilike 'ada@%'";
  expect(await onDatabase(count)).toHaveLength(2);
  expect((await parley('user', 'logout', ...ada)).out).toMatch(/^Logged Ada@example.com out: 2 /);
  expect(await onDatabase(count)).toEqual([]);
  await addBot();
  expect(await parley('user', 'logout', '--realm', 'root', '--email', BOT.email)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is a bot'),
  });
});

test('[CR20] the operator removes the second step of a user who lost it, with an entry', async () => {
  const ada = ['--realm', 'root', '--email', 'ada@example.com'];
  const id = "select id from realm_user where delivery_email = 'Ada@example.com'";
  await onDatabase(
    `insert into second_step (realm_id, user_id, kind, name, sealed, confirmed_at)
     values (1, (${id}), 'totp', 'Phone', '', now())`,
  );
  await onDatabase(`insert into recovery_code (realm_id, user_id, code_hash) values (1, (${id}), '')`);
  expect((await parley('user', 'remove-second-step', ...ada)).out).toMatch(/^Removed 1 second step/);
  for (const table of ['second_step', 'recovery_code'])
    expect(await onDatabase(`select from ${table}`)).toEqual([]);
  const entries = "select body from audit_entry where action = 'second-step.removed'";
  expect(JSON.stringify(await onDatabase(entries))).toContain('operator');
  expect(await parley('user', 'remove-second-step', ...ada)).toMatchObject({
    code: 1,
    err: expect.stringContaining('has no second step'),
  });
});

test('a secret that does not match the stored API keys is reported', async () => {
  const other = { ...env, PARLEY_SECRET: 'another secret that is also long enough' };
  const bot = ['user', 'key', '--realm', 'root', '--email', BOT.email];
  expect((await parley(...bot)).out).toBe(`${BOT.key}\n`);
  expect(await runProgram(bot, other)).toMatchObject({
    code: 1,
    err: expect.stringContaining('PARLEY_SECRET'),
  });
  const checked = await runProgram(['doctor'], other);
  expect(checked.code).toBe(1);
  expect(checked.out).toMatch(/✗ keys +1 of 1 cannot be decrypted/);
});

test('the doctor reports no failure on a healthy server', async () => {
  const checked = await parley('doctor');
  expect(checked.out).not.toContain('✗');
  expect(checked.code).toBe(0);
});

test('[EP10] the doctor reports a database that was restored, and recover begins a new epoch', async () => {
  await onDatabase('update epoch set timeline = timeline + 1');
  const checked = await parley('doctor');
  expect(checked.out).toMatch(/✗ database epoch +PostgreSQL moved from timeline/);
  expect(checked.code).toBe(1);
  const [before] = (await onDatabase('select number from epoch')) as [{ number: string }];
  expect((await parley('recover')).out).toMatch(/^Epoch \d+ of the database has begun\./m);
  const [after] = (await onDatabase('select number, reason from epoch')) as [
    { number: string; reason: string },
  ];
  expect(Number(after.number)).toBeGreaterThan(Number(before.number));
  expect(after.reason).toBe('requested by the operator');
  expect((await parley('doctor')).out).toMatch(/✓ database epoch/);
});

test('the doctor reports an incomplete configuration, and a port in use by another program', async () => {
  const bare = await runProgram(['doctor'], {});
  expect(bare).toMatchObject({ code: 1, out: expect.stringContaining('PARLEY_SECRET') });
  const otherServer = createServer();
  await new Promise<void>((resolve) => {
    otherServer.listen(0, '127.0.0.1', resolve);
  });
  const address = otherServer.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const checked = await runProgram(['doctor'], { ...env, PARLEY_PORT: port });
  otherServer.close();
  expect(checked.out).toMatch(/✗ port +127\.0\.0\.1:\d+: EADDRINUSE/);
});

test('mail test sends an e-mail, and the doctor checks the mail server', async () => {
  expect(await parley('mail', 'test', '--to', 'ada@example.com')).toMatchObject({
    code: 1,
    err: expect.stringContaining('sends no mail'),
  });
  const mailbox = await startMailbox();
  const mailing = { ...env, PARLEY_SMTP_URL: mailbox.url, PARLEY_MAIL_FROM: 'Chat <chat@example.org>' };
  const sent = await runProgram(['mail', 'test', '--to', 'ada@example.com'], mailing);
  expect(sent).toMatchObject({ code: 0 });
  expect(mailbox.emails).toMatchObject([{ to: 'ada@example.com', from: 'chat@example.org' }]);
  expect((await runProgram(['doctor'], mailing)).out).toMatch(/✓ mail +smtp:/);
  mailbox.behaviour = { at: 'recipient', status: 550 };
  expect(await runCommand(['mail', 'test', '--to', 'ada@example.com'], mailing)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not today'),
  });
  await mailbox.stop();
  expect((await runProgram(['doctor'], mailing)).out).toMatch(/✗ mail/);
});

test('an unavailable PostgreSQL is reported, and serve waits for it', async () => {
  const unavailable = { ...env, PARLEY_DATABASE_URL: 'postgres://postgres@127.0.0.1:1/parley' };
  expect(await runProgram(['migrate'], unavailable)).toMatchObject({
    code: 1,
    err: expect.stringContaining('PARLEY_DATABASE_URL'),
  });
  expect((await runProgram(['doctor'], unavailable)).out).toMatch(/✗ PostgreSQL/);
  const waiting = startCommand(['serve'], unavailable);
  started.push(waiting);
  await waiting.line(/PostgreSQL is away/);
  waiting.child.kill('SIGTERM');
  expect((await waiting.ended).signal).toBe('SIGTERM');
});

async function connectionOf(url: string, email: string): Promise<Connection> {
  const { out } = await parley('user', 'key', '--realm', 'root', '--email', email);
  return createConnection({ url, credentials: { email, apiKey: out.trim() } });
}

test('SIGTERM ends waiting polls and stops the server immediately', async () => {
  const { running, url } = await serve();
  const ada = await connectionOf(url, 'ada@example.com');
  const queue = await ada.call(registerQueue, { event_types: ['drafts'] });
  const poll = ada.call(getEvents, { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
  // Once a later request on another connection was answered, the poll has arrived too.
  await ada.call(getDrafts);
  await new Promise((resolve) => setTimeout(resolve, 200));
  // A duplicate signal is ignored: npm and a terminal both forward signals.
  running.child.kill('SIGTERM');
  running.child.kill('SIGTERM');
  expect(await poll).toMatchObject({ events: [] });
  expect(await running.ended).toMatchObject({ code: 0 });
});

test('a second signal stops a server that still waits for a request', async () => {
  const { running, url } = await serve();
  const slow = connect(Number(new URL(url).port), '127.0.0.1');
  slow.on('error', () => {});
  slow.write('GET /health HTTP/1.1\r\nHost: localhost\r\n');
  await new Promise((resolve) => setTimeout(resolve, 200));
  running.child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  running.child.kill('SIGTERM');
  // A server that waits until the connection is cut ends with 0.
  expect(await running.ended).toMatchObject({ code: 1 });
  slow.destroy();
});

test('a deactivated organization rejects its users until it is reactivated', async () => {
  const { url } = await serve();
  const ada = await connectionOf(url, 'ada@example.com');
  await ada.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'kept' }] });
  expect(await parley('realm', 'deactivate', 'root')).toMatchObject({ code: 0 });
  await expect(ada.call(getDrafts)).rejects.toMatchObject({ status: 401 });
  expect(await parley('realm', 'reactivate', 'root')).toMatchObject({ code: 0 });
  expect(await ada.call(getDrafts)).toMatchObject({ count: 1 });
});

test('a second server on the same port reports that the port is in use', async () => {
  const { url } = await serve();
  const taken = { ...env, PARLEY_PORT: new URL(url).port };
  expect(await runCommand(['serve'], taken)).toMatchObject({
    code: 1,
    err: expect.stringContaining('PARLEY_PORT'),
  });
  expect((await runProgram(['doctor'], taken)).out).toMatch(/✓ port .* is served by Parley/);
});
