import { TaskRefusedError, type ThreadPool } from '@parley/markdown/worker-pool';
import { ApiError } from './api-error.ts';

/** Asks a thread; without an answer for want of time or of a thread, the request can be repeated. */
export async function askThread<Question, Reply>(
  pool: ThreadPool<Question, Reply>,
  question: Question,
  budgetMs: number,
): Promise<Reply> {
  try {
    return await pool.ask(question, budgetMs);
  } catch (error) {
    if (!(error instanceof TaskRefusedError) || error.reason === 'failed') throw error;
    const extra = { 'retry-after': 1 };
    throw new ApiError('UNAVAILABLE', 'The server is busy. Try again later.', { extra });
  }
}
