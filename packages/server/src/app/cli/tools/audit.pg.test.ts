import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTls } from 'node:tls';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import type { AuditEntry } from '@parley/contract/objects/audit-entry.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { runCommand } from '@parley/test-support/command.ts';
import { runProgram } from '@parley/test-support/run-program.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let directory: string;

beforeAll(async () => {
  server = await startTestServer();
  directory = await mkdtemp(path.join(tmpdir(), 'parley-audit-'));
  owner = await server.user({ role: 100, email: 'owner@example.com' });
  await owner.connection.call(updateRealm, { message_content_edit_limit_seconds: 1200 });
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

/** With a certificate to trust, which Node.js reads when it starts, as a process of its own. */
function parley(args: readonly string[], trusted?: string) {
  const { config } = server.server.world;
  const run = trusted === undefined ? runProgram : runCommand;
  return run(['audit', ...args, '--realm', 'root'], {
    PARLEY_DATABASE_URL: server.databaseUrl,
    PARLEY_SECRET: config.secret,
    PARLEY_EXTERNAL_HOST: config.hosts.external,
    PARLEY_FILES: config.files.directory,
    PARLEY_LOG_LEVEL: 'silent',
    ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: trusted }),
  });
}

/** A syslog server that takes one connection; resolves with all that it sent. */
async function received(
  listener: Server,
  event: 'connection' | 'secureConnection',
  send: (port: number) => Promise<unknown>,
): Promise<string> {
  const sent = new Promise<string>((resolve, reject) => {
    listener.on(event, (socket: Socket) => {
      text(socket).then(resolve, reject);
      socket.on('end', () => socket.end());
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, 'localhost', resolve));
  await send((listener.address() as AddressInfo).port);
  const all = await sent;
  listener.close();
  return all;
}

/** Messages with the number of their bytes in front (RFC 6587). */
function messagesIn(sent: string): string[] {
  const messages: string[] = [];
  let rest = Buffer.from(sent);
  while (rest.length > 0) {
    const at = rest.indexOf(' ');
    const end = at + 1 + Number(rest.subarray(0, at).toString());
    messages.push(rest.subarray(at + 1, end).toString());
    rest = rest.subarray(end);
  }
  return messages;
}

test('an operator lists entries, and sets their retention, which has an entry too', async () => {
  const set = await parley(['retention', '400']);
  expect([set.code, set.err]).toEqual([0, '']);
  const { out } = await parley(['list', '--limit', '1', '--json']);
  expect(JSON.parse(out)).toMatchObject([
    {
      actor: 'operator',
      action: 'retention.changed',
      via: 'parley audit retention',
      after: '{"audit_retention_days":400}',
    },
  ]);
  const byOwner = await parley([
    'list',
    '--actor',
    'owner@example.com',
    '--action',
    'organization.changed',
    '--json',
  ]);
  expect(JSON.parse(byOwner.out)).toMatchObject([{ actor: `user ${owner.id}` }]);
  const short = await parley(['retention', '7']);
  expect([short.code, short.err]).toEqual([1, expect.stringContaining('at least 30 days')]);
});

test('entries are written as JSON lines, from the one that is named', async () => {
  const { code, out } = await parley(['stream']);
  expect(code).toBe(0);
  const entries = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntry);
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, n) => n + 1));
  const { out: rest } = await parley(['stream', '--after', String(entries.length - 1)]);
  expect(
    rest
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(entries.slice(-1));
});

test('a syslog server receives entries over TCP, and over TLS if its certificate is right', async () => {
  const plain = await received(createTcp(), 'connection', (port) =>
    parley(['stream', '--syslog', `tcp://localhost:${port}`]),
  );
  const messages = messagesIn(plain);
  expect(messages[0]).toMatch(/^<110>1 20\d\d-\S+Z \S+ parley root \S+ - \{"number":1,/);
  const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const keys = { key: await readFile(key), cert: await readFile(cert) };
  const sealed = await received(createTls(keys), 'secureConnection', (port) =>
    parley(['stream', '--syslog', `tls://localhost:${port}`], cert),
  );
  expect(messagesIn(sealed)).toEqual(messages);
  const stranger = createTls(keys);
  await new Promise<void>((resolve) => stranger.listen(0, 'localhost', resolve));
  const { port } = stranger.address() as AddressInfo;
  const { code, err } = await parley(['stream', '--syslog', `tls://localhost:${port}`]);
  expect([code, err]).toEqual([1, expect.stringContaining('cannot be reached: self-signed certificate')]);
  stranger.close();
});

test('verify prints the end of the chain, and fails with the first wrong entry', async () => {
  const whole = await parley(['verify']);
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining('The chain is whole.')]);
  const [anchor = ''] = /\d+:[0-9a-f]{64}/.exec(whole.out) ?? [];
  expect((await parley(['verify', '--anchor', anchor])).code).toBe(0);
  const client = new Client(server.superuserUrl);
  await client.connect();
  await client.query(
    `set session_replication_role = replica; update audit_entry set body = replace(body, '1200', '600')`,
  );
  await client.end();
  const broken = await parley(['verify']);
  expect([broken.code, broken.out]).toEqual([
    1,
    expect.stringMatching(/Entry \d+ is wrong: its hash is not that/),
  ]);
});
