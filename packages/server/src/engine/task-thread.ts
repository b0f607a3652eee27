import { ApiError } from './api-error.ts';
import type { Clock } from './clock.ts';
import type { Answer, Posted } from './do-tasks.ts';
import { createLazyThread } from './lazy-thread.ts';

/** A thread for work that would block the event loop; it does one task after another. */
export type TaskThread<Task, Result> = {
  run(task: Task): Promise<Result>;
  close(): void;
};

/** The program must call `doTasks`. A task that takes longer than `maxMs` ends the thread, and those behind it fail too. */
export function createTaskThread<Task, Result>(
  program: URL,
  maxMs: number,
  clock: Pick<Clock, 'after'>,
): TaskThread<Task, Result> {
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let count = 0;

  const take = (answer: Answer<Result>): void => {
    const task = waiting.get(answer.number);
    waiting.delete(answer.number);
    if ('result' in answer) task?.resolve(answer.result);
    else task?.reject(new Error(`A thread failed: ${answer.error}`));
  };

  const giveUp = (): void => {
    for (const { reject } of waiting.values()) reject(ended());
    waiting.clear();
  };

  const thread = createLazyThread<Posted<Task>>(program, take, giveUp);
  return {
    run: async (task) => {
      const done = Promise.withResolvers<Result>();
      const number = (count += 1);
      waiting.set(number, done);
      thread.post({ number, task });
      const cancel = clock.after(maxMs, () => {
        thread.close();
      });
      try {
        return await done.promise;
      } finally {
        cancel();
      }
    },
    close: () => {
      thread.close();
    },
  };
}

function ended(): ApiError {
  return new ApiError('UNAVAILABLE', 'The server is busy. Try again later.', { extra: { 'retry-after': 1 } });
}
