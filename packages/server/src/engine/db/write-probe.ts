import type { Clock } from '../clock.ts';
import { faultOf } from '../faults/fault.ts';
import type { Pool } from './pool.ts';
import { sql } from './sql.ts';

/** Asks PostgreSQL whether it can store data. */
export type WriteProbe = {
  /** Rejects with the error of PostgreSQL. Callers share the answer of the last second, so that many cost one query. */
  check(): Promise<void>;
};

const ANSWER_LIFETIME_MS = 1_000;

export function createWriteProbe(
  pool: Pick<Pool, 'all' | 'answered'>,
  clock: Pick<Clock, 'monotonic'>,
  warn: (error: unknown) => void,
): WriteProbe {
  let answer: Promise<void> | undefined;
  let expiresAt = Infinity;

  const ask = async (): Promise<void> => {
    const before = pool.answered;
    try {
      await pool.all(sql`select check_writable()`);
    } catch (error) {
      warn(error);
      // A slow database is not unavailable, or a load peak would take out every node: answers to other requests count too.
      if (faultOf(error)?.level === 'fatal' || pool.answered === before) throw error;
    } finally {
      expiresAt = clock.monotonic() + ANSWER_LIFETIME_MS;
    }
  };

  return {
    check: () => {
      if (answer === undefined || clock.monotonic() >= expiresAt) {
        expiresAt = Infinity;
        answer = ask();
      }
      return answer;
    },
  };
}
