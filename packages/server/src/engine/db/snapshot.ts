import { retry } from './retry.ts';
import type { Pool } from './pool.ts';
import { isSerializationFailure } from './errors.ts';
import { readerOn, type Reader, type Runner } from './sql.ts';

/** Attempts when the user of the queue is changed concurrently. */
const MAX_ATTEMPTS = 5;

/** Runs reads in one database snapshot. The only write allowed is the caller's own queue. */
export function readSnapshot<T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> {
  return retry(MAX_ATTEMPTS, isSerializationFailure, () =>
    readOnce(pool, BEGIN, (runner) => work(readerOn(runner))),
  );
}

/** Two readers of one database snapshot; both may be used concurrently. */
export type SnapshotReaders = {
  /** Reads of few rows that are issued at once run as one statement. */
  readonly reader: Reader;
  /** Each read is a statement of its own: for many rows. */
  readonly bulk: Reader;
};

/** Like `readSnapshot`, for work that issues many small reads at once. */
export function readMergedSnapshot<T>(
  pool: Pool,
  work: (readers: SnapshotReaders) => Promise<T>,
): Promise<T> {
  return retry(MAX_ATTEMPTS, isSerializationFailure, () =>
    readOnce(pool, BEGIN_MERGED, (runner) =>
      work({ reader: pool.merger.readerOn(runner), bulk: readerOn(runner) }),
    ),
  );
}

const BEGIN = 'begin isolation level repeatable read';
/** Merged statements are long, so planning them for the parameters of each execution costs more than it can save. */
const BEGIN_MERGED = `${BEGIN}; set local plan_cache_mode = force_generic_plan`;

async function readOnce<T>(pool: Pool, begin: string, work: (runner: Runner) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const { runner, end } = inSequence(client);
  let rollbackError: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(runner);
    await end();
    await client.query('commit');
    return result;
  } catch (error) {
    await end();
    await client.query('rollback').catch((failure: Error) => {
      rollbackError = failure;
    });
    throw error;
  } finally {
    client.release(rollbackError);
  }
}

/** Runs one statement at a time. After the end none runs, so that reads of work that failed cannot outlive its snapshot. */
function inSequence(client: Runner): { runner: Runner; end: () => Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  let hasEnded = false;
  const query: Runner['query'] = (statement) => {
    const run = last.then(() => {
      if (hasEnded) throw new Error('The snapshot has ended.');
      return client.query(statement);
    });
    last = run.catch(() => {});
    return run;
  };
  return {
    runner: { query },
    end: async () => {
      hasEnded = true;
      await last;
    },
  };
}
