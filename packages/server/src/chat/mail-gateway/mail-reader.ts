import type { Clock } from '../../engine/clock.ts';
import { createLazyThread } from '../../engine/lazy-thread.ts';
import { MailRefusedError, type IncomingMail } from '../../engine/mail/incoming/incoming-mail.ts';
import type { TextOptions } from './mail-text.ts';

/** An e-mail with the text that its author has written. */
export type ReadMail = Omit<IncomingMail, 'html'>;

export type ReadTask = { readonly number: number; readonly raw: Uint8Array; readonly options: TextOptions };
export type ReadAnswer = { readonly number: number } & (
  | { readonly mail: ReadMail }
  | { readonly error: string }
);

/** Reads e-mails in a thread: a large or hostile one takes seconds, for which requests must not wait. */
export type MailReader = {
  read(raw: Uint8Array, options: TextOptions): Promise<ReadMail>;
  close(): void;
};

const THREAD = new URL('./read-thread.ts', import.meta.url);

/** A thread that takes longer is ended. The e-mails behind this one are then sent again. */
const MAX_READ_MS = 60_000;

export function createMailReader(clock: Pick<Clock, 'after'>): MailReader {
  const waiting = new Map<number, PromiseWithResolvers<ReadMail>>();
  let count = 0;

  const take = (answer: ReadAnswer): void => {
    const task = waiting.get(answer.number);
    waiting.delete(answer.number);
    if ('mail' in answer) task?.resolve(answer.mail);
    else task?.reject(new MailRefusedError(554, `The e-mail cannot be read: ${answer.error}`));
  };

  const giveUp = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('The thread that reads e-mail ended.'));
    waiting.clear();
  };

  const thread = createLazyThread<ReadTask>(THREAD, take, giveUp);
  return {
    read: async (raw, options) => {
      const done = Promise.withResolvers<ReadMail>();
      const number = (count += 1);
      waiting.set(number, done);
      thread.post({ number, raw, options });
      const cancel = clock.after(MAX_READ_MS, () => {
        // Tasks are done in their order, so the first one is the slow one.
        if ([...waiting.keys()][0] === number) take({ number, error: 'it takes too long' });
        thread.close();
      });
      try {
        return await done.promise;
      } finally {
        cancel();
      }
    },
    close: () => {
      thread.close();
    },
  };
}
