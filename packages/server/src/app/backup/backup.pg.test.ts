import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@parley/test-support/database.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { runProgram } from '@parley/test-support/run-program.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';

let server: TestServer;
let directory: string;

beforeAll(async () => {
  server = await startTestServer();
  directory = await mkdtemp(path.join(tmpdir(), 'parley-backup-'));
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

function parley(args: readonly string[], databaseUrl = server.databaseUrl, files?: string) {
  const { config } = server.server.world;
  return runProgram(args, {
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET: config.secret,
    PARLEY_EXTERNAL_HOST: config.hosts.external,
    PARLEY_FILES: files ?? config.files.directory,
    PARLEY_LOG_LEVEL: 'silent',
  });
}

async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a backup is restored with its files in a new epoch, and a drill sends and deletes nothing', async () => {
  const ada = await server.user();
  const channelId = await channelOf(server, 'general', [ada]);
  await say(ada, channelId, 'topic', 'kept by the backup');
  await sendFiles(server, ada, '/user_uploads', [Buffer.from('a file')]);
  const { pool } = server.server.world;
  await pool.all(sql`insert into mail (realm_id, kind, sealed, expires_at, next_try_at)
    values (${server.realmId}, 'login', '', now() + interval '1 day', now() + interval '1 day')`);

  const made = await parley(['backup', directory, '--json']);
  expect(made).toMatchObject({ code: 0, err: '' });
  const backup = (JSON.parse(made.out) as { directory: string }).directory;
  expect((await readdir(backup)).toSorted()).toEqual([
    'database.dump',
    'files',
    'manifest.json',
    'settings.json',
  ]);
  expect(await readFile(path.join(backup, 'settings.json'), 'utf8')).not.toContain('a secret for tests');
  expect(await server.server.world.metrics.text()).toMatch(/^parley_backup_timestamp_seconds [1-9]/m);

  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  const files = path.join(directory, 'restored');
  const refused = await parley(['restore', backup], target.url, files);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is not empty')]);
  await query(target.url, 'drop schema public cascade; create schema public');

  const restored = await parley(['restore', backup, '--harmless', '--json'], target.url, files);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(restored.out)).toMatchObject({ epoch: 2 });
  expect(await query(target.url, 'select content from message')).toContainEqual({
    content: 'kept by the backup',
  });
  expect(await query(target.url, 'select from mail')).toEqual([]);
  expect(await query(target.url, 'select distinct is_copy from realm')).toEqual([{ is_copy: true }]);
  // A new outbox row vanishes, too.
  await query(
    target.url,
    `insert into mail (realm_id, kind, sealed, expires_at) values (${server.realmId}, 'login', '', now() + interval '1 day')`,
  );
  expect(await query(target.url, 'select from mail')).toEqual([]);
  expect((await parley(['files', 'check'], target.url, files)).out).toContain('1 files checked, 0 missing');
  await query(target.url, "update attachment set unused_since = now() - interval '1 year'");
  await parley(['job', 'run', 'expire unused files'], target.url, files);
  expect((await parley(['files', 'check'], target.url, files)).out).toContain('1 files checked');

  await appendFile(path.join(backup, 'database.dump'), 'x');
  const damaged = await parley(['restore', backup, '--check']);
  expect([damaged.code, damaged.err]).toEqual([
    1,
    expect.stringContaining('1 of 3 parts are missing or changed'),
  ]);
});
