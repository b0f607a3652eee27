/** Details of a message that few messages have. */
export type MessageDetails = {
  /** The text before an edit two minutes later. */
  readonly before?: string;
  /** Votes of a poll, by user and the number of the option, or done tasks of a to-do list. */
  readonly votes?: readonly (readonly [key: string, option: number])[];
  readonly isStarred?: boolean;
  /** Whether the message is unread for the owner. */
  readonly isUnread?: boolean;
};

/**
 * A message: sender, text, reactions (`Amara tada, Jonas +1`) and details. The sender may have a time in front:
 * `9:02 Chen` or, on another day than the message before, `-1 16:10 Chen`.
 */
export type SampleMessage = readonly [
  sender: string,
  text: string,
  reactions?: string,
  details?: MessageDetails,
];

type Lines = {
  /** The time of the first message, such as `-9 10:12`: nine days ago. */
  readonly from: string;
  readonly lines: readonly SampleMessage[];
};

/** A conversation in a topic of a channel, or between users. */
export type Conversation =
  | (Lines & {
      readonly channel: string;
      readonly topic: string;
      /** The user who resolves the topic after its last message. */
      readonly resolvedBy?: string;
    })
  | (Lines & { readonly among: readonly string[] });
