import type { Reader } from '../db/sql.ts';
import { sql } from '../db/sql.ts';
import { databaseTime } from '../db/time.ts';

const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/**
 * Creates the daily partitions of the log in advance and drops those that no queue can still need. The clock of
 * PostgreSQL decides, as for the entries: a node with a wrong clock must not drop anything.
 */
export async function maintainPartitions(
  reader: Reader,
  daysKept: number,
  now?: Date,
): Promise<{ dropped: string[] }> {
  const today = Math.floor((now ?? (await databaseTime(reader))).getTime() / DAY_MS);
  const existing = new Set(await partitions(reader));
  for (let day = today; day <= today + DAYS_AHEAD; day += 1)
    if (!existing.has(nameOf(day))) await createPartition(reader, day);
  const oldest = nameOf(today - daysKept);
  const dropped = [...existing].filter((name) => PARTITION_NAME.test(name) && name < oldest);
  for (const name of dropped) await reader.all(sql`drop table if exists ${sql.table(name)}`);
  return { dropped };
}

async function partitions(reader: Reader): Promise<string[]> {
  const rows = await reader.all(
    sql<{ name: string }>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'log_entry'::regclass`,
  );
  return rows.map((row) => row.name);
}

/**
 * Creates a partition in one atomic statement and moves entries of that day from the default partition into it.
 * If two nodes try at once, the second finds the partition and returns.
 */
async function createPartition(reader: Reader, day: number): Promise<void> {
  const [name, from, to] = [nameOf(day), dateOf(day), dateOf(day + 1)];
  await reader.all(
    sql`do ${sql.lit(`begin
      perform pg_advisory_xact_lock(7365241);
      if to_regclass('${name}') is not null then return; end if;
      create table ${name} (like log_entry including defaults including constraints);
      with moved as (
        delete from log_entry_default where at >= '${from}+00' and at < '${to}+00' returning *
      ) insert into ${name} select * from moved;
      alter table log_entry attach partition ${name} for values from ('${from}+00') to ('${to}+00');
    end`)}`,
  );
}

const PARTITION_NAME = /^log_entry_\d{8}$/;

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function nameOf(day: number): string {
  return `log_entry_${dateOf(day).replaceAll('-', '')}`;
}
