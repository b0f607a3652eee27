import type { Client, ClientBase } from 'pg';

/** End of the write-ahead log in bytes. */
export async function writtenBytes(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as bytes`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Rows written so far in all tables and in one of them. */
type Rows = { readonly all: number; readonly inTable: number };

async function writtenRows(client: Client, table: string): Promise<Rows> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ all: string; in_table: string }>(
    `select sum(n_tup_ins + n_tup_upd + n_tup_del) as all,
       coalesce(sum(n_tup_ins) filter (where schemaname || '.' || relname = $1), 0) as in_table
     from pg_stat_user_tables`,
    [table],
  );
  return { all: Number(rows[0]?.all ?? 0), inTable: Number(rows[0]?.in_table ?? 0) };
}

const PATIENCE_MS = 30_000;

/** Waits until PostgreSQL's delayed statistics include all rows of a table. */
export async function rowsOnceCounted(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const now = await writtenRows(client, table);
    if (now.inTable >= Number(rows[0]?.count)) return now.all;
    if (performance.now() > end) throw new Error(`PostgreSQL did not count the rows of ${table}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
