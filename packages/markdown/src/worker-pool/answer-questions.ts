/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';

/** The message of a thread to its pool. */
export type Answer<Reply> =
  | { kind: 'ready' }
  | { kind: 'reply'; reply: Reply }
  | { kind: 'failed'; message: string };

/** Answers the questions of a `ThreadPool`; the program of its threads calls this once it can work. */
export function answerQuestions(replyTo: (question: never) => unknown): void {
  if (parentPort === null) throw new Error('This program runs in a thread');
  const port = parentPort;
  const post = (answer: Answer<unknown>): void => {
    port.postMessage(answer);
  };
  port.on('message', (question) => {
    try {
      post({ kind: 'reply', reply: replyTo(question as never) });
    } catch (error) {
      post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  });
  post({ kind: 'ready' });
}
