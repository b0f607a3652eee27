import type { Clock } from '../clock.ts';
import { sql, type Reader } from './sql.ts';

/** The time of PostgreSQL, for decisions that must not depend on the clock of a node. */
export async function databaseTime(reader: Reader): Promise<Date> {
  const row = await reader.first(sql<{ now: Date }>`select now() as now`);
  if (row === undefined) throw new Error('PostgreSQL returned no time.');
  return row.now;
}

/** The difference between the clocks of PostgreSQL and of this node; half of the query's duration is its precision. */
export async function clockDifferenceMs(reader: Reader, clock: Clock): Promise<number> {
  const before = clock.now();
  const row = await reader.first(sql<{ now: Date }>`select clock_timestamp() as now`);
  return Math.abs((row?.now.getTime() ?? 0) - (before + clock.now()) / 2);
}
