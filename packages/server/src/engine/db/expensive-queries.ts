import type { Clock, Random } from '../clock.ts';
import type { Share, ShareLimits } from '../turns/share.ts';
import { createTurns } from '../turns/turns.ts';
import type { Pool } from './pool.ts';
import { readSnapshot } from './snapshot.ts';
import type { Reader } from './sql.ts';

/**
 * Queries that may take long, such as searches and changes of many flags. Organizations and users take turns, and reads
 * have a pool of their own, so that other requests always find a connection.
 */
export type ExpensiveQueries = {
  /** Runs reads in one database snapshot. */
  snapshot<T>(share: Share, work: (reader: Reader) => Promise<T>): Promise<T>;
  /** Runs an expensive write in turn, on a connection of the ordinary pool. */
  inTurn<T>(share: Share, work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
};

const MAX_RUNNING_PER_USER = 2;
const MAX_WAITING: ShareLimits = { total: 400, perRealm: 100, perUser: 20 };
/** Longer than the statement timeout, so that a turn comes after a few slow reads of others. */
const MAX_WAIT_MS = 10_000;

export function createExpensiveQueries(
  pool: Pool,
  connections: number,
  clock: Clock,
  random: Random,
): ExpensiveQueries {
  const perRealm = Math.ceil(connections / 2);
  const running = {
    total: connections,
    perRealm,
    perUser: Math.min(MAX_RUNNING_PER_USER, perRealm),
  };
  const turns = createTurns({ running, waiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS }, clock, random);
  return {
    snapshot: (share, work) => turns.run(share, () => readSnapshot(pool, work)),
    inTurn: (share, work) => turns.run(share, work),
    end: async () => {
      turns.close();
      await pool.end();
    },
  };
}
