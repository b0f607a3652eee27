import { createLazyThread } from '../../../../engine/lazy-thread.ts';
import type { SegmentResult, SegmentTask } from './segment-task.ts';

/** Builds and merges segments in a thread, so that requests do not wait for it. */
export type SegmentWorker = {
  run(task: SegmentTask): Promise<SegmentResult>;
  close(): void;
};

export type ThreadTask = { readonly number: number; readonly task: SegmentTask };
export type ThreadAnswer = { readonly number: number } & (
  | { readonly result: SegmentResult }
  | { readonly error: string }
);

const THREAD = new URL('./segment-thread.ts', import.meta.url);

export function createSegmentWorker(): SegmentWorker {
  const waiting = new Map<number, PromiseWithResolvers<SegmentResult>>();
  let count = 0;

  const take = (answer: ThreadAnswer): void => {
    const task = waiting.get(answer.number);
    waiting.delete(answer.number);
    if ('result' in answer) task?.resolve(answer.result);
    else task?.reject(new Error(answer.error));
  };

  const giveUp = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('The thread of the search index ended.'));
    waiting.clear();
  };

  const thread = createLazyThread<ThreadTask>(THREAD, take, giveUp);
  return {
    run: (task) => {
      const done = Promise.withResolvers<SegmentResult>();
      count += 1;
      waiting.set(count, done);
      thread.post({ number: count, task });
      return done.promise;
    },
    close: () => {
      thread.close();
    },
  };
}
