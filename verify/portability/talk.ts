import { seeded } from '@parley/test-support/seeded.ts';

/** A workspace of any size: who says what, where and when. The same for all chats. */
export type Talk = {
  readonly people: readonly string[];
  readonly channels: readonly string[];
  /** The messages of a channel, in their order. */
  readonly said: (channel: number) => Generator<Said>;
};

export type Said = {
  /** Unique, from 1. */
  readonly n: number;
  readonly seconds: number;
  readonly person: number;
  readonly text: string;
  /** The number of the message that opened the thread; its own if it opens one. */
  readonly thread?: number;
  readonly reactedBy?: number;
};

const PEOPLE = 200;
const CHANNELS = 40;
const WORDS =
  'the dome telescope mirror cover night plan pipeline seeing board lunch rollback calibration table reads a new frame before sunset because nobody moved it and we will try again tomorrow with **care** or `less` light'.split(
    ' ',
  );

/** Seconds between two messages of a channel, and the first. */
const PAUSE = 90;
export const BEGIN = 1_700_000_000;

export function talkOf(messages: number): Talk {
  const each = Math.ceil(messages / CHANNELS);
  return {
    people: Array.from({ length: PEOPLE }, (_, n) => `person${n}`),
    channels: Array.from({ length: CHANNELS }, (_, n) => `room-${n}`),
    said: function* (channel) {
      const random = seeded(channel + 1);
      let thread: { readonly n: number; left: number } | undefined;
      const count = Math.min(each, messages - channel * each);
      for (let at = 0; at < count; at += 1) {
        const n = channel * each + at + 1;
        if (thread === undefined && random.chance(0.1)) thread = { n, left: 1 + random.below(4) };
        const length = 6 + random.below(36);
        const text = Array.from({ length }, () => random.pick(WORDS)).join(' ');
        yield {
          n,
          seconds: BEGIN + at * PAUSE + channel,
          person: random.below(PEOPLE),
          text: `${n}: ${text}`,
          ...(thread === undefined ? {} : { thread: thread.n }),
          ...(random.chance(0.1) ? { reactedBy: random.below(PEOPLE) } : {}),
        };
        if (thread !== undefined && (thread.left -= 1) < 0) thread = undefined;
      }
    },
  };
}
