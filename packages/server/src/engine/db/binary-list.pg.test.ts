import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '@parley/test-support/database.ts';
import { bigintList, textList } from './binary-list.ts';
import { createPool, type Pool } from './pool.ts';

let pool: Pool;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 1 }, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function echo(type: 'text' | 'bigint', list: Buffer): Promise<unknown> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ list: unknown }>(`select to_json($1::${type}[]) as list`, [list]);
    return rows[0]?.list;
  } finally {
    client.release();
  }
}

test.each([
  [[]],
  [['']],
  [['plain', 'with "quotes", {braces}, \\ and , commas', 'null', 'ä € 😀', '\n\t ']],
  [[`long ${'ü'.repeat(5000)}`]],
])('PostgreSQL reads the text list %j', async (values) => {
  expect(await echo('text', textList(values))).toEqual(values);
});

test.each([
  [[]],
  [[0, 1, -1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -(2 ** 32) - 1]],
  [[Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]],
  [[null, 5, null]],
])('PostgreSQL reads the number list %j', async (values) => {
  expect(await echo('bigint', bigintList(values))).toEqual(values);
});
