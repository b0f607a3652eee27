import type { Clock, Random } from '../../engine/clock.ts';
import type { Share } from '../../engine/turns/share.ts';
import { createTurns, type TurnsOptions } from '../../engine/turns/turns.ts';
import type { TextOptions } from './mail-text.ts';
import { createReadingThread, type ReadMail } from './reading-thread.ts';

/** Reads e-mails in threads, by turns: a large or hostile one takes seconds, for which others must not wait. */
export type MailReader = {
  read(share: Share, raw: Uint8Array, options: TextOptions): Promise<ReadMail>;
  close(): void;
};

const THREADS = 2;
/** Processor time after which an e-mail is refused. Ordinary ones take milliseconds. */
const MAX_READ_CPU_MS = 2_500;

/** An organization reads one e-mail at a time. After seconds of reading it leaves one thread to others. */
const TURNS: TurnsOptions = {
  running: { total: THREADS, perRealm: 1, perUser: 1 },
  waiting: { total: 40, perRealm: 20, perUser: 20 },
  maxWaitMs: 60_000,
  budget: { capacityMs: 5_000, refillMsPerSecond: 200 },
};

export function createMailReader(clock: Clock, random: Random, maxCpuMs = MAX_READ_CPU_MS): MailReader {
  const turns = createTurns(TURNS, clock, random);
  const threads = Array.from({ length: THREADS }, () => createReadingThread(clock, maxCpuMs));
  const idle = [...threads];
  return {
    read: (share, raw, options) =>
      turns.run(share, async () => {
        const thread = idle.pop();
        if (thread === undefined) throw new Error('There are more turns than threads that read e-mail.');
        try {
          return await thread.read({ raw, options });
        } finally {
          idle.push(thread);
        }
      }),
    close: () => {
      turns.close();
      for (const thread of threads) thread.close();
    },
  };
}
