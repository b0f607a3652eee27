import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { MIGRATIONS_DIRECTORY } from './migration-files.ts';

let database: TestDatabase;
let client: Client;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  directory = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
  await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
});

afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

function write(name: string, text: string): Promise<void> {
  return writeFile(`${directory}/${name}.sql`, text);
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0',
    [table],
  );
  return rows.map(({ name }) => name);
}

test('a migration is stored with its hash and the oldest release beside it', async () => {
  await write('9001_next', '-- beside: 0.2.0\nalter table realm add column motto text;');
  await write('9002_last', 'select 1;');
  const version = '9.0.0';
  expect(await migrate(database.url, undefined, { directory, version })).toEqual(['9001_next', '9002_last']);
  const { rows } = await client.query(
    "select name, beside, length(hash) as length from migration where name like '9%'",
  );
  expect(rows).toEqual([
    { name: '9001_next', beside: '0.2.0', length: 64 },
    { name: '9002_last', beside: '9.0.0', length: 64 },
  ]);
});

test('an edited migration stops the command before anything is applied', async () => {
  await write('9001_next', 'select 1;');
  await migrate(database.url, undefined, { directory });
  await write('9001_next', 'select 2;');
  await write('9002_last', 'create table late ();');
  await expect(migrate(database.url, undefined, { directory })).rejects.toThrow('9001_next was edited');
  await expect(columnsOf('late')).rejects.toThrow('does not exist');
});

test('an older release finds nothing to do on a newer database that allows it', async () => {
  await write('9001_next', '-- beside: 0.1.0\nselect 1;');
  await migrate(database.url, undefined, { directory, version: '9.0.0' });
  expect(await migrate(database.url)).toEqual([]);
});

test('a migration that waits for a lock lets requests pass and names the oldest transaction', async () => {
  await write('9001_next', 'alter table realm add column motto text;');
  await client.query('begin; select from realm');
  const lines: string[] = [];
  const migrating = migrate(database.url, (line) => lines.push(line), { directory });
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await eventually(() => {
    expect(lines).toContainEqual(
      expect.stringMatching(`9001_next waits for a lock.*process ${rows[0]?.pid}`),
    );
  });
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('select from realm');
  await reader.end();
  await client.query('commit');
  expect(await migrating).toEqual(['9001_next']);
  expect(await columnsOf('realm')).toContain('motto');
});

test('a migration outside a transaction creates an index concurrently', async () => {
  await write(
    '9001_index',
    '-- outside a transaction\ndrop index concurrently if exists realm_name;\ncreate index concurrently realm_name on realm (name);',
  );
  expect(await migrate(database.url, undefined, { directory })).toEqual(['9001_index']);
  expect(await columnsOf('realm_name')).toEqual(['name']);
});

test('a migration that fails leaves nothing behind, and the earlier ones stay', async () => {
  await write('9001_good', 'create table good ();');
  await write('9002_bad', 'create table bad (); select 1 / 0;');
  await expect(migrate(database.url, undefined, { directory })).rejects.toThrow('division by zero');
  expect(await columnsOf('good')).toEqual([]);
  await expect(columnsOf('bad')).rejects.toThrow('does not exist');
});

test('concurrent calls apply a migration once', async () => {
  await write('9001_next', 'create table once ();');
  const calls = await Promise.all([1, 2, 3].map(() => migrate(database.url, undefined, { directory })));
  expect(calls.flat()).toEqual(['9001_next']);
});
