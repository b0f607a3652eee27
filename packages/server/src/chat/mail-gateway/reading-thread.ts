import type { Clock } from '../../engine/clock.ts';
import { createLazyThread } from '../../engine/lazy-thread.ts';
import { MailRefusedError, type IncomingMail } from '../../engine/mail/incoming/incoming-mail.ts';
import type { TextOptions } from './mail-text.ts';

/** An e-mail with the text that its author has written. */
export type ReadMail = Omit<IncomingMail, 'html'>;

export type ReadTask = { readonly raw: Uint8Array; readonly options: TextOptions };
export type ReadAnswer =
  /** The thread begins with the task, after it has used this much processor time. */
  { readonly beganAtCpuMs: number } | { readonly mail: ReadMail } | { readonly error: string };

/** A thread that reads one e-mail at a time. */
export type ReadingThread = { read(task: ReadTask): Promise<ReadMail>; close(): void };

const THREAD = new URL('./read-thread.ts', import.meta.url);

const CHECK_MS = 200;
/** The end of an e-mail whose thread does not even say how much time it has used. */
const MAX_READ_MS = 60_000;

export function createReadingThread(clock: Pick<Clock, 'after'>, maxCpuMs: number): ReadingThread {
  let waiting: PromiseWithResolvers<ReadMail> | undefined;
  let beganAtCpuMs: number | undefined;

  const take = (answer: ReadAnswer): void => {
    if ('beganAtCpuMs' in answer) beganAtCpuMs = answer.beganAtCpuMs;
    else if ('mail' in answer) waiting?.resolve(answer.mail);
    else waiting?.reject(unreadable(answer.error));
  };
  const giveUp = (): void => {
    waiting?.reject(new Error('The thread that reads e-mail ended.'));
  };
  const thread = createLazyThread<ReadTask>(THREAD, take, giveUp);

  /** Processor time of the current task. */
  const usedCpuMs = async (): Promise<number> =>
    beganAtCpuMs === undefined ? 0 : (await thread.cpuMs()) - beganAtCpuMs;

  return {
    read: async (task) => {
      const done = Promise.withResolvers<ReadMail>();
      waiting = done;
      beganAtCpuMs = undefined;
      thread.post(task);
      const endWatch = watchTime(
        clock,
        async () => (await usedCpuMs()) > maxCpuMs,
        () => {
          done.reject(unreadable('it takes too long'));
          thread.close();
        },
      );
      try {
        return await done.promise;
      } finally {
        endWatch();
        waiting = undefined;
      }
    },
    close: () => {
      thread.close();
    },
  };
}

/** Calls `refuse` when the time of a task is used up; returns a function that ends the watch. */
function watchTime(
  clock: Pick<Clock, 'after'>,
  isUsedUp: () => Promise<boolean>,
  refuse: () => void,
): () => void {
  let isEnded = false;
  let cancelCheck = (): void => {};
  const cancelEnd = clock.after(MAX_READ_MS, refuse);
  const check = async (): Promise<void> => {
    const isTooLong = await isUsedUp();
    if (isEnded) return;
    if (isTooLong) refuse();
    else checkLater();
  };
  const checkLater = (): void => {
    cancelCheck = clock.after(CHECK_MS, () => {
      // A thread that has ended says so itself.
      check().catch(() => {});
    });
  };
  checkLater();
  return () => {
    isEnded = true;
    cancelCheck();
    cancelEnd();
  };
}

function unreadable(reason: string): MailRefusedError {
  return new MailRefusedError(554, `The e-mail cannot be read: ${reason}`);
}
