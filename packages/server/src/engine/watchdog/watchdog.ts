import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createOncePerMinute } from '../faults/once-per-minute.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { NamedWork } from '../work/current-work.ts';

/** A time in which the event loop did one thing only, and everybody else waited. */
export type Block = {
  readonly milliseconds: number;
  /** Where it was, innermost function first; empty if it had just ended. */
  readonly stack: readonly string[];
  /** Undefined for work of neither a request nor a job. */
  readonly work: NamedWork | undefined;
};

export type Watchdog = { close(): void };

/** The event loop shows this often that it runs. */
const BEAT_MS = 50;
const OTHER_WORK = 'other work';
const THREAD = new URL('./watch-thread.ts', import.meta.url);

/** Reports blocks of the event loop, from a thread that keeps looking at it. */
export function startWatchdog(
  clock: Clock,
  log: Pick<Logger, 'warn'>,
  metrics: Pick<Metrics, 'blocked'>,
): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const minutes = createOncePerMinute(clock);
  const thread = new Worker(THREAD, { workerData: beats });

  thread.on('message', ({ milliseconds, stack, work }: Block) => {
    const operation = work?.operation ?? OTHER_WORK;
    metrics.blocked(operation);
    minutes.add(operation, operation, 0, ({ count }) => {
      const organization = work?.organization;
      log.warn({ operation, organization, milliseconds, stack, count }, 'the event loop was blocked');
    });
  });
  thread.on('error', (error) => {
    log.warn({ err: error }, 'blocks of the event loop are no longer reported');
  });
  thread.unref();

  return {
    close: () => {
      clearInterval(beat);
      minutes.close();
      void thread.terminate();
    },
  };
}
