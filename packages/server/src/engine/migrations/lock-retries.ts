import type { Client } from 'pg';
import { pause, systemClock } from '../clock.ts';
import { isLockTimeout } from '../db/errors.ts';
import { MigrationError } from './migration-error.ts';

/** Requests queue up behind a statement that waits for a lock, so it waits only this long and is retried. */
export const LOCK_TIMEOUT_MS = 500;
const MAX_ATTEMPTS = 100;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/** Repeats work that was rolled back because it could not get a lock. */
export async function retryLocked<T>(
  client: Client,
  name: string,
  log: (line: string) => void,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const blocker = await oldestTransaction(client);
      if (attempts >= MAX_ATTEMPTS)
        throw new MigrationError(
          `${name} could not get its lock in ${attempts} attempts; ${blocker}. ` +
            'Nothing of it was applied. Run parley migrate again when that transaction has ended.',
        );
      log(`${name} waits for a lock (attempt ${attempts}); ${blocker}`);
      await pause(systemClock, Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS));
    }
  }
}

/** Names the transaction that most likely holds the lock. */
async function oldestTransaction(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(`
    select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`);
  const [oldest] = rows;
  if (oldest === undefined) return 'the transaction that held it has ended';
  const program = oldest.name === '' ? '' : ` of ${oldest.name}`;
  return `the oldest transaction is ${oldest.seconds} s old, process ${oldest.pid}${program}`;
}
