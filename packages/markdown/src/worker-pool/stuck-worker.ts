/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort, threadId } from 'node:worker_threads';
import type { Question } from './protocol.ts';

// A stand-in for tests of the pool: `$$loop$$` never ends, `$$thread$$` names the thread and when it was ready, anything
// else comes back.
const readyAt = Date.now();

parentPort?.on('message', (question: Question) => {
  const content = question.kind === 'render' ? question.content : '$$loop$$';
  if (content === '$$loop$$') for (;;);
  const html = content === '$$thread$$' ? `${threadId} ${readyAt}` : content;
  parentPort?.postMessage({ kind: 'rendered', result: { html } });
});
parentPort?.postMessage({ kind: 'ready' });
