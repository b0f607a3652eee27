/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import type { Question } from './protocol.ts';

// A stand-in for the test of the budget: `$$loop$$` never ends, anything else comes back as it is.
parentPort?.on('message', ({ content }: Question) => {
  if (content === '$$loop$$') for (;;);
  parentPort?.postMessage({ kind: 'rendered', result: { html: content } });
});
parentPort?.postMessage({ kind: 'ready' });
