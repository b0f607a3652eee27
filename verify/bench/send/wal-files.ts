import { Client } from 'pg';

const FILES = 60;

/** Keeps all of them: by default PostgreSQL gives back what one pause between checkpoints did not need. */
export const WAL_SETTINGS = { min_wal_size: '1GB' };

/**
 * A PostgreSQL that has been at work for a while writes its log into files that it has used before. A new one makes and
 * fills a file of 16 MB every 5,000 messages, for which every commit waits some 50 ms: that would be its p99.
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
