/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort, workerData } from 'node:worker_threads';
import { attacks, type Target } from './attacks.ts';
import type { Counts, ThreadTask } from './attack.ts';

/** Runs one attack until the main thread says so, with an event loop of its own. */
const { name, url, hostile } = workerData as ThreadTask;
const counts: Counts = { accepted: 0, refused: 0, failed: 0 };
const stop = new AbortController();
parentPort?.on('message', () => {
  stop.abort();
});

const target: Target = { url, hostile, signal: stop.signal, counts };
await attacks[name]?.(target);
parentPort?.postMessage(counts);
parentPort?.close();
