import type { Answer } from '@parley/rules/wire.ts';

export type Json = Record<string, unknown>;

/** Every answer and event that clients need something of, by the name of its place. */
export type Gathered = {
  readonly answers: Map<string, Json>;
  readonly keep: (place: string, answer: Answer) => Answer;
};

export type Scene = {
  readonly channel: number;
  /** Of Grace, in the channel, which mentions Ada; and to Ada alone. */
  readonly theirs: number;
  readonly whispered: number;
};
