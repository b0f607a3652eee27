import type { Client } from 'pg';
import type { World } from '@parley/server/http/world.ts';
import { createPresenceStore } from '@parley/server/organization/presence/store.ts';
import { secondsOfFamily } from '../support/processor-time.ts';
import { writtenBytes } from '../support/written-bytes.ts';

/** Bytes for each message: of write-ahead log, and by which tables and their indexes grew. */
export type Disk = {
  /** Includes images of the pages that a checkpoint before the first message makes necessary. */
  readonly wal: number;
  readonly messages: number;
  readonly log: number;
  readonly rest: number;
};

export async function measureDisk(client: Client, count: number, work: () => Promise<void>): Promise<Disk> {
  await client.query('checkpoint');
  const before = await disk(client);
  await work();
  const after = await disk(client);
  const each = (of: keyof Disk): number => (after[of] - before[of]) / count;
  return {
    wal: each('wal'),
    messages: each('messages'),
    log: each('log'),
    rest: each('rest'),
  };
}

async function disk(client: Client): Promise<Disk> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select case when relname ~ '^log_entry' then 'log' when relname ~ '^(message|search)' then 'messages' else 'rest' end as name,
       sum(pg_total_relation_size(oid)) as bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`,
  );
  const of = (name: string): number => Number(rows.find((row) => row.name === name)?.bytes ?? 0);
  return {
    wal: await writtenBytes(client),
    messages: of('messages'),
    log: of('log'),
    rest: of('rest'),
  };
}

const PRESENCE_ROUNDS = 30;
const MINUTE_MS = 60_000;

/** Bytes of write-ahead log for each report, when so many users report in one statement. */
export async function measurePresence(
  client: Client,
  world: World,
  realmId: number,
  users: number,
): Promise<number> {
  const { rows } = await client.query<{ user_id: string }>(
    'select user_id from presence where realm_id = $1 order by user_id desc limit $2',
    [realmId, users],
  );
  const store = createPresenceStore(world.pool);
  const report = async (round: number): Promise<void> => {
    const at = Date.now() + round * MINUTE_MS;
    await store.note(rows.map((row) => ({ realmId, userId: Number(row.user_id), idleAt: at, activeAt: at })));
  };
  await report(1);
  const before = await writtenBytes(client);
  for (let round = 2; round < PRESENCE_ROUNDS + 2; round += 1) await report(round);
  return ((await writtenBytes(client)) - before) / PRESENCE_ROUNDS / Math.max(1, rows.length);
}

/** Processor time of the statement that compares the copies of a move, for each row. */
export async function hashRows(
  client: Client,
  postgres: number,
  realmId: number,
): Promise<{ readonly rows: number; readonly microseconds: number }> {
  const rounds = 10;
  let rows = 0;
  const before = await secondsOfFamily(postgres);
  for (let round = 0; round < rounds; round += 1)
    for (const table of ['message', 'log_entry']) {
      const { rows: found } = await client.query<{ count: string }>(
        `select count(*), sum(hashtextextended(t::text, 0)::numeric) from ${table} t where realm_id = $1`,
        [realmId],
      );
      rows += Number(found[0]?.count ?? 0);
    }
  const after = await secondsOfFamily(postgres);
  return { rows: rows / rounds, microseconds: ((after - before) * 1e6) / rows };
}
