import { Client } from 'pg';

const FILES = 60;

/** Keeps all files; by default PostgreSQL removes those that one checkpoint interval did not need. */
export const WAL_SETTINGS = { min_wal_size: '1GB' };

/**
 * A PostgreSQL that has run for a while recycles its WAL files. A new one creates and
 * fills a file of 16 MB every 5,000 messages, which delays commits by some 50 ms and would determine the p99.
 */
export async function makeWalFiles(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (let n = 0; n < FILES; n += 1) {
    await client.query("select pg_logical_emit_message(false, '', 'so that there is something to write')");
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
  await client.end();
}
