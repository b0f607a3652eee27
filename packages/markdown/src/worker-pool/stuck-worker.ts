import { threadId } from 'node:worker_threads';
import { answerQuestions } from './answer-questions.ts';
import type { RenderQuestion } from './render-protocol.ts';

// A stand-in for tests of the pool: `$$loop$$` never ends, `$$wait$$` waits without working, `$$thread$$` names the thread and when it was ready, anything
// else comes back.
const readyAt = Date.now();
/** Longer than the budget that the test gives. */
const WAIT_MS = 1_500;

answerQuestions((question: RenderQuestion) => {
  const content = question.kind === 'render' ? question.content : '$$loop$$';
  if (content === '$$loop$$') for (;;);
  if (content === '$$wait$$') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  const html = content === '$$thread$$' ? `${threadId} ${readyAt}` : content;
  return { kind: 'rendered', result: { html } };
});
