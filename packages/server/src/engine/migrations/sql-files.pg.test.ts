import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { applySqlFiles, SQL_DIRECTORY } from './sql-files.ts';

let database: TestDatabase;
let directory: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-sql-'));
  await cp(SQL_DIRECTORY, directory, { recursive: true });
  return async () => {
    await rm(directory, { recursive: true });
    await onDatabase(
      "drop function if exists greeting; delete from sql_file where name = 'functions/greeting'",
    );
    await applySqlFiles(database.url);
  };
});

function writeFunction(name: string, result: string, parameters = ''): Promise<void> {
  const text = `create or replace function ${name}(${parameters}) returns text language sql as $$ select '${result}' $$;`;
  return writeFile(`${directory}/functions/${name}.sql`, text);
}

async function onDatabase(statement: string): Promise<{ value?: unknown }[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<{ value?: unknown }>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function valueOf(expression: string): Promise<unknown> {
  return (await onDatabase(`select ${expression} as value`))[0]?.value;
}

test('a migrated database has every function, and a second call does nothing', async () => {
  expect(await migrate(database.url)).toEqual([]);
  expect(await applySqlFiles(database.url, { directory })).toEqual([]);
});

test('a changed function is applied once, and the function of a deleted file stays for older nodes', async () => {
  await writeFunction('greeting', 'first');
  expect(await applySqlFiles(database.url, { directory })).toEqual(['functions/greeting']);
  expect(await valueOf('greeting()')).toBe('first');
  await writeFunction('greeting', 'second');
  expect(await applySqlFiles(database.url, { directory })).toEqual(['functions/greeting']);
  expect(await valueOf('greeting()')).toBe('second');
  expect(await applySqlFiles(database.url, { directory })).toEqual([]);
  await rm(`${directory}/functions/greeting.sql`);
  expect(await applySqlFiles(database.url, { directory })).toEqual([]);
  expect(await valueOf('greeting()')).toBe('second');
});

test('an older release leaves the functions of a newer one as they are', async () => {
  await writeFunction('greeting', 'of the newer release');
  await applySqlFiles(database.url, { directory, version: '9.1.0' });
  await writeFunction('greeting', 'of the older release');
  expect(await applySqlFiles(database.url, { directory, version: '9.0.0' })).toEqual([]);
  expect(await valueOf('greeting()')).toBe('of the newer release');
  await writeFunction('greeting', 'of a later release');
  expect(await applySqlFiles(database.url, { directory, version: '9.1.1' })).toEqual(['functions/greeting']);
});

test('concurrent calls apply a changed function once', async () => {
  await writeFunction('greeting', 'hello');
  const calls = await Promise.all([1, 2, 3, 4].map(() => applySqlFiles(database.url, { directory })));
  expect(calls.flat()).toEqual(['functions/greeting']);
});

test('a function with other parameters is refused, and nothing is applied', async () => {
  await writeFunction('greeting', 'hello');
  await applySqlFiles(database.url, { directory });
  await writeFunction('farewell', 'bye');
  await writeFunction('greeting', 'hello', 'name text');
  await expect(applySqlFiles(database.url, { directory })).rejects.toThrow('needs another name');
  expect(await valueOf("to_regproc('farewell')")).toBeNull();
  expect(await valueOf('greeting()')).toBe('hello');
});

test('changed triggers replace the existing ones', async () => {
  const count = '(select count(*)::int from pg_trigger where not tgisinternal)';
  const before = await valueOf(count);
  await writeFile(`${directory}/triggers.sql`, '\n', { flag: 'a' });
  expect(await applySqlFiles(database.url, { directory })).toEqual(['triggers']);
  expect(await valueOf(count)).toBe(before);
});
