import { DatabaseError, type PoolClient } from 'pg';
import type { Clock } from '../clock.ts';
import { isUnavailable, ConnectionLostError, type Backend } from './errors.ts';
import { sql, type Reader } from './sql.ts';

type Time = Pick<Clock, 'monotonic' | 'after'>;

/** Runs the statement that commits. An error of PostgreSQL means no commit; a lost connection leaves it unknown. */
export async function runCommit<T>(
  client: PoolClient,
  { monotonic }: Pick<Time, 'monotonic'>,
  statement: () => Promise<T>,
): Promise<T> {
  const since = monotonic();
  try {
    return await statement();
  } catch (error) {
    const { processID: pid } = client as { processID?: number | null };
    if (error instanceof DatabaseError || !isUnavailable(error) || typeof pid !== 'number') throw error;
    throw new ConnectionLostError({ pid, since }, error);
  }
}

/** Longer than the timeout after which clients retry. */
const RESOLVE_TIMEOUT_MS = 20_000;
const RETRY_INTERVAL_MS = 100;

/**
 * Finds out whether a transaction was committed whose connection was lost: once its backend has ended, `find` sees its
 * rows or not. Returns undefined if it was not committed, or if PostgreSQL was unavailable for too long.
 */
export async function resolveLostCommit<T>(
  reader: Pick<Reader, 'first'>,
  time: Time,
  backend: Backend,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = time.monotonic() + RESOLVE_TIMEOUT_MS;
  while (time.monotonic() < deadline) {
    try {
      if (await hasBackendEnded(reader, time, backend)) return await find();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await new Promise<void>((resolve) => time.after(RETRY_INTERVAL_MS, resolve));
  }
  return undefined;
}

/** Terminates the backend of the lost connection; a backend that started later only reuses its process id. */
async function hasBackendEnded(
  reader: Pick<Reader, 'first'>,
  { monotonic }: Time,
  { pid, since }: Backend,
): Promise<boolean> {
  const elapsed = (monotonic() - since) / 1000;
  const row = await reader.first(
    sql<{ gone: boolean }>`select pg_terminate_backend(pid, 500) as gone from pg_stat_activity
      where pid = ${pid} and usename = current_user and backend_start < clock_timestamp() - make_interval(secs => ${elapsed})`,
  );
  return row?.gone ?? true;
}
