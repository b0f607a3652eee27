import { setTimeout as pause } from 'node:timers/promises';
import type { Account, Send } from './client.ts';

/** A user who works while the node is attacked. */
export type Bystander = {
  /** Times of all answered requests so far, in milliseconds. */
  readonly times: readonly number[];
  /** A failure or wait since the last call; undefined if the work went on. */
  harm(): string | undefined;
  /** Does something while the bystander sends nothing. */
  withoutIt<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/** A longer wait is harm; generous, because proofs share their machine. */
const MAX_WAIT_MS = 5_000;
/** Within the 200 requests a minute that a user may send. */
const INTERVAL_MS = 350;

/** Reads and writes in turn until stopped. */
export function startBystander(send: Send, account: Account, channelId: number): Bystander {
  const times: number[] = [];
  let harms: string[] = [];
  let isOver = false;
  const work = async (n: number): Promise<void> => {
    const begun = performance.now();
    const { status } = await (n % 2 === 0
      ? send('/api/v1/users/me', { as: account })
      : send('/api/v1/messages', {
          as: account,
          form: {
            type: 'channel',
            to: String(channelId),
            topic: 'work',
            content: `number **${n}** of \`many\``,
          },
        }));
    const milliseconds = performance.now() - begun;
    times.push(milliseconds);
    if (status !== 200) harms.push(`a bystander got ${status}`);
    else if (milliseconds > MAX_WAIT_MS) harms.push(`a bystander waited ${milliseconds.toFixed(0)} ms`);
  };
  let current = Promise.resolve();
  let absence = Promise.resolve();
  const working = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await absence;
      current = work(n);
      await current;
      await pause(INTERVAL_MS);
    }
  })();
  return {
    times,
    harm: () => {
      const [first] = harms;
      harms = [];
      return first;
    },
    withoutIt: async (task) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      absence = promise;
      await current;
      return task().finally(resolve);
    },
    stop: () => {
      isOver = true;
      return working;
    },
  };
}

/** The time that all but one of a hundred requests stay below. */
export function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
}
