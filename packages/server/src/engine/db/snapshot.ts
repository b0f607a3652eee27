import { retry } from './retry.ts';
import type { Pool } from './pool.ts';
import { isSerializationFailure } from './errors.ts';
import { readerOn, type Reader } from './sql.ts';

/** Attempts when the user of the queue is changed concurrently. */
const MAX_ATTEMPTS = 5;

/** Runs reads in one database snapshot. The only write allowed is the caller's own queue. */
export function readSnapshot<T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> {
  return retry(MAX_ATTEMPTS, isSerializationFailure, () => readOnce(pool, work));
}

async function readOnce<T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let rollbackError: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read');
    const result = await work(readerOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      rollbackError = failure;
    });
    throw error;
  } finally {
    client.release(rollbackError);
  }
}
