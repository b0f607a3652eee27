import { threadId } from 'node:worker_threads';
import { answerQuestions } from './answer-questions.ts';
import type { RenderQuestion } from './render-protocol.ts';

// A stand-in for tests of the pool: `$$loop$$` never ends, `$$thread$$` names the thread and when it was ready, anything
// else comes back.
const readyAt = Date.now();

answerQuestions((question: RenderQuestion) => {
  const content = question.kind === 'render' ? question.content : '$$loop$$';
  if (content === '$$loop$$') for (;;);
  const html = content === '$$thread$$' ? `${threadId} ${readyAt}` : content;
  return { kind: 'rendered', result: { html } };
});
