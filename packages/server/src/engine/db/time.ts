import { sql, type Reader } from './sql.ts';

/** What time PostgreSQL has. What must not go wrong with the clock of a node goes by this one. */
export async function timeOf(reader: Reader): Promise<Date> {
  const row = await reader.first(sql<{ now: Date }>`select now() as now`);
  if (row === undefined) throw new Error('PostgreSQL does not tell the time.');
  return row.now;
}
