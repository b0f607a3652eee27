/** One thing that somebody says: first name, text, and who reacts with what (`Amara tada, Jonas +1`). */
export type Line = readonly [who: string, text: string, reactions?: string];

/** A conversation in a topic of a channel, or among people. */
export type Talk =
  | {
      readonly channel: string;
      readonly topic: string;
      readonly lines: readonly Line[];
      readonly resolved?: boolean;
    }
  | { readonly among: readonly string[]; readonly lines: readonly Line[] };
