import { again } from './again.ts';
import type { Pool } from './pool.ts';
import { isConflict } from './problems.ts';
import { readerOn, type Reader } from './sql.ts';

/** How often a moment is taken anew when the person of the queue changes just then. */
const TRIES = 5;

/** Reads several things as they were at one moment. Only the caller's own queue may be written in it. */
export const readSnapshot = <T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> =>
  again(TRIES, isConflict, () => readOnce(pool, work));

const readOnce = async <T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> => {
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
};
