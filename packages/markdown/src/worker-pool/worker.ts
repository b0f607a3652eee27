/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import { render } from '../full.ts';
import { isSlowLinkifier } from '../linkifiers/measure.ts';
import type { Answer, Question } from './protocol.ts';

if (parentPort === null) throw new Error('This program runs in a thread');
const port = parentPort;

port.on('message', (question: Question) => {
  port.postMessage(answerTo(question));
});
// The first rendering builds the parser and the tables; nobody should have to wait for them.
render('**ready** :tada: `x` https://example.com');
port.postMessage({ kind: 'ready' } satisfies Answer);

function answerTo(question: Question): Answer {
  try {
    return question.kind === 'render'
      ? { kind: 'rendered', result: render(question.content, question.context) }
      : { kind: 'measured', isSlow: isSlowLinkifier(question.pattern, question.limitMs, processorTime) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Processor time of this thread in milliseconds, which other work of the machine does not change. */
function processorTime(): number {
  return process.threadCpuUsage().user / 1_000;
}
