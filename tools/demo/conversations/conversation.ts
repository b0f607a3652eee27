/** A message: first name of the sender, text, and reactions (`Amara tada, Jonas +1`). */
export type SampleMessage = readonly [who: string, text: string, reactions?: string];

/** A conversation in a topic of a channel, or between users. */
export type Conversation =
  | {
      readonly channel: string;
      readonly topic: string;
      readonly lines: readonly SampleMessage[];
      readonly resolved?: boolean;
    }
  | { readonly among: readonly string[]; readonly lines: readonly SampleMessage[] };
