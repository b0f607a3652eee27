import type { Pool } from './pool.ts';
import { isConflict } from './problems.ts';
import { compile, type Query, type Reader } from './sql.ts';

/** How often a moment is taken anew when the person of the queue changes just then. */
const TRIES = 5;

/** Reads several things as they were at one moment. Only the caller's own queue may be written in it. */
export const readSnapshot = async <T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readOnce(pool, work);
    } catch (error) {
      if (tries === TRIES || !isConflict(error)) throw error;
    }
  }
};

const readOnce = async <T>(pool: Pool, work: (reader: Reader) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read');
    const all = async <R>(query: Query<R>): Promise<R[]> => {
      const { sql, parameters } = compile(query);
      return (await client.query(sql, [...parameters])).rows as R[];
    };
    const result = await work({ all, first: async (query) => (await all(query))[0] });
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
