import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from './pool.ts';
import { readMergedSnapshot } from './snapshot.ts';
import { sql, type Reader } from './sql.ts';

let pool: Pool;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 2 }, () => {});
  await pool.all(sql`create table thing (
    id bigint, at timestamptz, bytes bytea, ids bigint[], words text[], is_on boolean, data jsonb, ranges int8multirange)`);
  await pool.all(sql`insert into thing values
    (9007199254740991, '2026-02-03 04:05:06.789123+00', '\\x00ff', '{1,2}', '{"a","b \\" c"}', true,
      '{"b": [1, null], "a": "é"}', '{[1,5),[7,)}'),
    (2, null, null, '{}', '{}', false, '{}', '{}'), (3, 'now', '', null, null, null, null, null)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Reads twice: a query runs alone the first time. */
async function readTwice<T>(work: (reader: Reader) => Promise<T>): Promise<[T, T]> {
  const read = () => readMergedSnapshot(pool, ({ reader }) => work(reader));
  return [await read(), await read()];
}

test('merged reads return what the driver returns', async () => {
  const [alone, merged] = await readTwice((reader) =>
    Promise.all([
      reader.all(sql`select * from thing order by id desc`),
      reader.all(sql`select id from thing where id = ${2}`),
      reader.all(sql`select id from thing where id = ${3}`),
      reader.first(sql`select id from thing where id = ${4}`),
      reader.all(sql`with two as (select 2 as number) select number from two where number = ${2}::integer`),
      reader.all(sql`select 1.5 as decimal, make_interval(secs => 3) as span`),
    ]),
  );
  expect(merged).toEqual(alone);
  expect(merged[0]).toEqual(await pool.all(sql`select * from thing order by id desc`));
  expect(merged.slice(1, 5)).toEqual([[{ id: 2 }], [{ id: 3 }], undefined, [{ number: 2 }]]);
});

test('a merged statement keeps working after a migration adds a column', async () => {
  const read = () =>
    readMergedSnapshot(pool, ({ reader }) =>
      reader.first(sql<{ id: number }>`select * from thing where id = 2`),
    );
  for (let count = 0; count < 6; count += 1) await read();
  await pool.all(sql`alter table thing add column note text default 'new'`);
  expect(await read()).toMatchObject({ id: 2, note: 'new' });
});

test('an error of one read fails its snapshot, and reads that follow it do not run', async () => {
  let late: Promise<unknown> | undefined;
  const failed = readMergedSnapshot(pool, ({ reader, bulk }) => {
    const read = reader.all(sql`select 1 / ${0}::integer as n`);
    late = read
      .catch(() => new Promise((resolve) => setTimeout(resolve, 50)))
      .then(() => bulk.all(sql`select 1`));
    late.catch(() => {});
    return Promise.all([read, reader.all(sql`select 1 as n`)]);
  });
  await expect(failed).rejects.toThrow('division by zero');
  await expect(late).rejects.toThrow('The snapshot has ended.');
  expect(await pool.first(sql`select 1 as n`)).toEqual({ n: 1 });
});
