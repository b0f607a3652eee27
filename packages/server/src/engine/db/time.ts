import { sql, type Reader } from './sql.ts';

/** The time of PostgreSQL, for decisions that must not depend on the clock of a node. */
export async function databaseTime(reader: Reader): Promise<Date> {
  const row = await reader.first(sql<{ now: Date }>`select now() as now`);
  if (row === undefined) throw new Error('PostgreSQL returned no time.');
  return row.now;
}
