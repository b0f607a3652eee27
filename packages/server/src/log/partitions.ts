import type { Pool } from '../db/pool.ts';
import { sql } from '../db/sql.ts';

const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/** Makes the log's partitions ahead of time and drops those that no queue can still need. */
export const keepPartitions = async (
  pool: Pool,
  daysKept: number,
  now: Date,
): Promise<{ dropped: string[] }> => {
  const today = Math.floor(now.getTime() / DAY_MS);
  for (let day = today; day <= today + DAYS_AHEAD; day += 1) {
    const [from, to] = [dateOf(day), dateOf(day + 1)];
    await pool.all(
      sql`create table if not exists ${sql.table(nameOf(day))} partition of log_entry
          for values from (${sql.lit(from)}) to (${sql.lit(to)})`,
    );
  }
  const existing = await pool.all(
    sql<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'log_entry'::regclass`,
  );
  const oldest = nameOf(today - daysKept);
  const dropped = existing.map(({ name }) => name).filter((name) => NAME.test(name) && name < oldest);
  for (const name of dropped) await pool.all(sql`drop table if exists ${sql.table(name)}`);
  return { dropped };
};

const NAME = /^log_entry_\d{8}$/;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const nameOf = (day: number): string => `log_entry_${dateOf(day).replaceAll('-', '')}`;
