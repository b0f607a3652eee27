/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import { runSegmentTask } from './segment-task.ts';
import type { ThreadAnswer, ThreadTask } from './segment-worker.ts';

parentPort?.on('message', ({ number, task }: ThreadTask) => {
  parentPort?.postMessage(answer(number, task));
});

function answer(number: number, task: ThreadTask['task']): ThreadAnswer {
  try {
    return { number, result: runSegmentTask(task) };
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) };
  }
}
