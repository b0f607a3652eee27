/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import { errorText } from '../../engine/error-text.ts';
import { parseMail } from '../../engine/mail/incoming/parse-mail.ts';
import type { ReadAnswer, ReadTask } from './mail-reader.ts';
import { textOfMail } from './mail-text.ts';

parentPort?.on('message', (task: ReadTask) => {
  void answer(task);
});

async function answer(task: ReadTask): Promise<void> {
  parentPort?.postMessage(await read(task));
}

async function read({ number, raw, options }: ReadTask): Promise<ReadAnswer> {
  try {
    const { html, ...mail } = await parseMail(raw);
    return { number, mail: { ...mail, text: textOfMail({ ...mail, html }, options) } };
  } catch (error) {
    return { number, error: errorText(error) };
  }
}
