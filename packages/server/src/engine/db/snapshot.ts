import { again } from './retry.ts';
import type { Pool } from './pool.ts';
import { isConflict } from './errors.ts';
import { readerOn, type Reader } from './sql.ts';

/** How often a moment is taken anew when the user of the queue changes just then. */
const TRIES = 5;

/** Reads several things as they were at one moment. Only the caller's own queue may be written in it. */
export function readSnapshot<T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> {
  return again(TRIES, isConflict, () => readOnce(pool, work));
}

async function readOnce<T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read');
    const result = await work(readerOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((problem: Error) => {
      broken = problem;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
