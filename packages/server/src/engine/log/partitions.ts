import { isLockTimeout } from '../db/errors.ts';
import type { Reader } from '../db/sql.ts';
import { sql } from '../db/sql.ts';
import { databaseTime } from '../db/time.ts';

const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/** Queries of the whole log queue up behind a statement that waits for its lock. */
const LOCK_TIMEOUT_MS = 200;

/** PostgreSQL fails if two nodes change the same partition at once. */
const LOCK = `perform set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', true), pg_advisory_xact_lock(7365241);`;

/** `locked` names the partitions that wait for a lock, such as that of a dump; a later call creates or drops them. */
export type PartitionUpkeep = { readonly dropped: readonly string[]; readonly locked: readonly string[] };

/**
 * Creates the daily partitions of the log in advance and drops those that no queue can still need. The clock of
 * PostgreSQL decides, as for the entries: a node with a wrong clock must not drop anything.
 */
export async function maintainPartitions(
  reader: Reader,
  daysKept: number,
  now?: Date,
): Promise<PartitionUpkeep> {
  const today = dayOf(now ?? (await databaseTime(reader)));
  const existing = new Set(await partitions(reader));
  const missing = Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => today + n).filter(
    (day) => !existing.has(nameOf(day)),
  );
  const oldest = nameOf(today - daysKept);
  const old = [...existing].filter((name) => PARTITION_NAME.test(name) && name < oldest);
  const created = await untilLocked(missing, (day) => createPartition(reader, day));
  const dropped = await untilLocked(old, (name) => dropPartition(reader, name));
  return { dropped: dropped.done, locked: [...created.left.map(nameOf), ...dropped.left] };
}

/**
 * Creates the partition of today if it is missing. Returns false if a lock prevents it: until the next upkeep, entries
 * go to the default partition.
 */
export async function ensurePartitionOfToday(reader: Reader): Promise<boolean> {
  const today = dayOf(await databaseTime(reader));
  if ((await partitions(reader)).includes(nameOf(today))) return true;
  const { left } = await untilLocked([today], (day) => createPartition(reader, day));
  return left.length === 0;
}

/** Stops at the first lock timeout, because the other partitions need the same lock. */
async function untilLocked<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<{ readonly done: readonly T[]; readonly left: readonly T[] }> {
  for (const [n, item] of items.entries())
    try {
      await work(item);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return { done: items.slice(0, n), left: items.slice(n) };
    }
  return { done: items, left: [] };
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
      ${LOCK}
      if to_regclass('${name}') is not null then return; end if;
      create table ${name} (like log_entry including defaults including constraints);
      with moved as (
        delete from log_entry_default where at >= '${from}+00' and at < '${to}+00' returning *
      ) insert into ${name} select * from moved;
      alter table log_entry attach partition ${name} for values from ('${from}+00') to ('${to}+00');
    end`)}`,
  );
}

async function dropPartition(reader: Reader, name: string): Promise<void> {
  await reader.all(
    sql`do ${sql.lit(`begin
      ${LOCK}
      drop table if exists ${name};
    end`)}`,
  );
}

const PARTITION_NAME = /^log_entry_\d{8}$/;

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function nameOf(day: number): string {
  return `log_entry_${dateOf(day).replaceAll('-', '')}`;
}
