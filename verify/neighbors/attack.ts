/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Team } from './stage.ts';

/** Responses to an attack: 2xx, 4xx and 503, and everything else. */
export type Counts = { accepted: number; refused: number; failed: number };

export type ThreadTask = { readonly name: string; readonly url: string; readonly hostile: Team };

const THREAD = new URL('./attack-thread.ts', import.meta.url);

/** Starts an attack in a thread; the returned function stops it and returns the counts. */
export function startAttack(task: ThreadTask): () => Promise<Counts> {
  const thread = new Worker(THREAD, { workerData: task });
  const counted = once(thread, 'message');
  return async () => {
    thread.postMessage('stop');
    const [counts] = (await counted) as [Counts];
    await thread.terminate();
    return counts;
  };
}
