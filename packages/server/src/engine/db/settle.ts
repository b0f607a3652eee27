import { DatabaseError, type PoolClient } from 'pg';
import type { Clock } from '../clock.ts';
import type { Pool } from './pool.ts';
import { isUnavailable, ConnectionLostError, type Backend } from './errors.ts';
import { sql } from './sql.ts';

type Time = Pick<Clock, 'monotonic' | 'after'>;

/** Runs the statement that commits. What PostgreSQL refuses did not happen; without an answer it may have. */
export async function committing<T>(
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

/** Longer than clients wait for an answer that repeat what they sent when it is a refusal. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;

/**
 * Finds out whether something was committed whose answer was lost: as soon as nobody works on it any more, it is there
 * or it is not. Undefined if it is not, or if PostgreSQL was away for too long to say.
 */
export async function settle<T>(
  pool: Pool,
  time: Time,
  backend: Backend,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = time.monotonic() + PATIENCE_MS;
  while (time.monotonic() < end) {
    try {
      if (await isOver(pool, time, backend)) return await find();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await new Promise<void>((resolve) => time.after(PAUSE_MS, resolve));
  }
  return undefined;
}

/** Ends the process that served the lost connection. One that began later has its number by chance. */
async function isOver(pool: Pool, { monotonic }: Time, { pid, since }: Backend): Promise<boolean> {
  const elapsed = (monotonic() - since) / 1000;
  const row = await pool.first(
    sql<{ gone: boolean }>`select pg_terminate_backend(pid, 500) as gone from pg_stat_activity
      where pid = ${pid} and usename = current_user and backend_start < clock_timestamp() - make_interval(secs => ${elapsed})`,
  );
  return row?.gone ?? true;
}
