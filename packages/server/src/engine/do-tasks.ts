/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import { errorText } from './error-text.ts';

export type Posted<Task> = { readonly number: number; readonly task: Task };
export type Answer<Result> = { readonly number: number } & (
  | { readonly result: Result }
  | { readonly error: string }
);

/** Answers the tasks of `createTaskThread`, within the thread. */
export function doTasks(work: (task: never) => unknown): void {
  parentPort?.on('message', ({ number, task }: Posted<never>) => {
    parentPort?.postMessage(answerTo(number, () => work(task)));
  });
}

function answerTo<Result>(number: number, work: () => Result): Answer<Result> {
  try {
    return { number, result: work() };
  } catch (error) {
    return { number, error: errorText(error) };
  }
}
