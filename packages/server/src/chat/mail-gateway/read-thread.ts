/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import { errorText } from '../../engine/error-text.ts';
import { parseMail } from '../../engine/mail/incoming/parse-mail.ts';
import type { ReadAnswer, ReadTask } from './reading-thread.ts';
import { textOfMail } from './mail-text.ts';

parentPort?.on('message', (task: ReadTask) => {
  void answer(task);
});

async function answer(task: ReadTask): Promise<void> {
  const { user, system } = process.threadCpuUsage();
  post({ beganAtCpuMs: (user + system) / 1_000 });
  post(await read(task));
}

function post(message: ReadAnswer): void {
  parentPort?.postMessage(message);
}

async function read({ raw, options }: ReadTask): Promise<ReadAnswer> {
  try {
    const { html, ...mail } = await parseMail(raw);
    return { mail: { ...mail, text: textOfMail({ ...mail, html }, options) } };
  } catch (error) {
    return { error: errorText(error) };
  }
}
