/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';
import type { SegmentResult, SegmentTask } from './segment-task.ts';

/** Builds and merges segments in a thread, so that requests do not wait for it. */
export type SegmentWorker = {
  run(task: SegmentTask): Promise<SegmentResult>;
  close(): void;
};

declare module '../../../../http/world.ts' {
  interface FeatureServices {
    readonly segmentWorker: SegmentWorker;
  }
}

export type ThreadTask = { readonly number: number; readonly task: SegmentTask };
export type ThreadAnswer = { readonly number: number } & (
  | { readonly result: SegmentResult }
  | { readonly error: string }
);

const THREAD = new URL('./segment-thread.ts', import.meta.url);

/** The thread starts with the first task. */
export function createSegmentWorker(): SegmentWorker {
  const waiting = new Map<number, PromiseWithResolvers<SegmentResult>>();
  let thread: Worker | undefined;
  let count = 0;

  const take = (answer: ThreadAnswer): void => {
    const task = waiting.get(answer.number);
    waiting.delete(answer.number);
    if ('result' in answer) task?.resolve(answer.result);
    else task?.reject(new Error(answer.error));
  };

  const giveUp = (): void => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new Error('The thread of the search index ended.'));
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(THREAD);
    started.on('message', take);
    started.on('error', () => {});
    started.on('exit', () => {
      if (thread === started) giveUp();
    });
    // A thread without work does not keep the process alive.
    started.unref();
    return started;
  };

  return {
    run: (task) => {
      const done = Promise.withResolvers<SegmentResult>();
      count += 1;
      waiting.set(count, done);
      thread ??= start();
      thread.postMessage({ number: count, task } satisfies ThreadTask);
      return done.promise;
    },
    close: () => {
      const ended = thread;
      giveUp();
      void ended?.terminate();
    },
  };
}
