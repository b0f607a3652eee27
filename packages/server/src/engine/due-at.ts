import { sql, type Reader } from './db/sql.ts';
import { badRequest } from './api-error.ts';

/** Beyond the year 9999 PostgreSQL and JavaScript begin to disagree about dates. */
const LAST_SECOND = 253_402_300_799;

/** A time that is still to come, by the clock that everything due is held against. */
export async function dueAt(reader: Reader, seconds: number): Promise<Date> {
  const row = await reader.first(sql<{ now: number }>`select extract(epoch from now())::float8 as now`);
  if (seconds <= (row?.now ?? Infinity) || seconds > LAST_SECOND)
    throw badRequest('The time must be later than now.');
  return new Date(seconds * 1000);
}
