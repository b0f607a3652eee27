import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';

/** Messages inserted by one statement; more would not fit into memory. */
const AT_ONCE = 250_000;

export async function prepareFilling(client: Client): Promise<void> {
  await client.query(await readFile(path.join(import.meta.dirname, 'fill.sql'), 'utf8'));
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '64MB'`,
  );
}

/** Adds messages with the indexes dropped and rebuilds them afterwards, which is much faster. */
export async function fill(client: Client, realmId: number, more: number): Promise<void> {
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'message'::regclass and not indisprimary`,
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  for (let left = more; left > 0; left -= AT_ONCE)
    await client.query('select bench_fill($1, $2)', [realmId, Math.min(left, AT_ONCE)]);
  for (const { definition } of indexes.rows) await client.query(definition);
  await client.query('vacuum analyze');
}
