import { systemClock, type Clock } from '@parley/client/clock.ts';

/** Time and chance of the data layer, so that tests can hold them. */
export type ChatClock = Clock & {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly random: () => number;
};

/** Milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** Calls back once after a while; the result cancels. */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => {
    clearTimeout(timer);
  };
}

export const browserClock: ChatClock = { ...systemClock, now, random: Math.random };
