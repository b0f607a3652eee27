/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import { render } from '../full.ts';
import type { Answer, Question } from './protocol.ts';

if (parentPort === null) throw new Error('This program runs in a thread');
const port = parentPort;

port.on('message', ({ content, context }: Question) => {
  port.postMessage(answerTo(content, context));
});
// The first rendering builds the parser and the tables; nobody should have to wait for them.
render('**ready** :tada: `x` https://example.com');
port.postMessage({ kind: 'ready' } satisfies Answer);

function answerTo(content: string, context: Question['context']): Answer {
  try {
    return { kind: 'rendered', result: render(content, context) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
