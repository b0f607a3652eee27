import { createTestDatabase } from '@parley/test-support/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from './pool.ts';
import { readSnapshot } from './snapshot.ts';
import { sql, type Reader } from './sql.ts';

let pool: Pool;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 3 }, () => {});
  await pool.all(sql`create table counted (number integer)`);
  await pool.all(sql`insert into counted values (1)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function numberIn(reader: Reader): Promise<number | undefined> {
  return (await reader.first(sql<{ number: number }>`select number from counted`))?.number;
}

test('a snapshot does not see what is committed after its first read', async () => {
  const seen = await readSnapshot(pool, async (reader) => {
    const before = await numberIn(reader);
    await pool.all(sql`update counted set number = number + 1`);
    return [before, await numberIn(reader)];
  });
  expect(seen).toEqual([1, 1]);
  expect(await numberIn(pool)).toBe(2);
});

test('a snapshot that fails is rolled back, and its connection stays usable', async () => {
  const failed = readSnapshot(pool, async (reader) => {
    await reader.all(sql`update counted set number = 100`);
    throw new Error('The reader failed.');
  });
  await expect(failed).rejects.toThrow('The reader failed.');
  expect(await numberIn(pool)).toBe(2);
});
