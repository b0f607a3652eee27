import { sql, type Reader } from './db/sql.ts';
import { badRequest } from './api-error.ts';

/** The end of the year 9999, beyond which PostgreSQL and JavaScript format dates differently. */
const MAX_EPOCH_SECONDS = 253_402_300_799;

/** Converts a future time, judged by the clock of PostgreSQL, which also decides what is due. */
export async function dueAt(reader: Reader, seconds: number): Promise<Date> {
  const row = await reader.first(sql<{ now: number }>`select extract(epoch from now())::float8 as now`);
  if (seconds <= (row?.now ?? Infinity) || seconds > MAX_EPOCH_SECONDS)
    throw badRequest('The time must be in the future.');
  return new Date(seconds * 1000);
}
