import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Job, Report } from './worker.ts';

const WORKER = path.join(import.meta.dirname, 'worker.ts');
/** Concurrent sequences of a worker: while one waits for the database, others proceed. */
const AT_ONCE = 4;

/**
 * Runs jobs in worker processes until none is left or `onReport` returns 'enough'. Throws when
 * a worker exits early.
 */
export async function runJobs(
  size: number,
  nextOrder: () => Job | undefined,
  onReport: (report: Report) => 'go on' | 'enough',
): Promise<void> {
  let isEnough = false;
  const employ = async (): Promise<void> => {
    const worker = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const gone = once(worker, 'exit');
    await Promise.race([once(worker, 'message'), gone]);
    await new Promise<void>((resolve, reject) => {
      worker.once('exit', () => {
        reject(new Error('A worker ended before its work was done.'));
      });
      let open = 0;
      const hand = (): void => {
        const order = isEnough ? undefined : nextOrder();
        if (order === undefined) {
          if (open === 0) resolve();
          return;
        }
        open += 1;
        worker.send(order);
      };
      worker.on('message', (report: Report) => {
        open -= 1;
        if (!isEnough && onReport(report) === 'enough') isEnough = true;
        hand();
      });
      for (let n = 0; n < AT_ONCE; n += 1) hand();
    });
    worker.disconnect();
    await gone;
  };
  await Promise.all(Array.from({ length: size }, employ));
}
