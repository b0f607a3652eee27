import type { EventPayload } from '@parley/contract/events.ts';
import type { WireMessage } from '@parley/contract/objects/message.ts';
import type { VisibilityScope } from './audience.ts';

/** An event as the log stores it: as on the wire, except for events that differ between readers. */
export type LoggedEvent =
  | Exclude<EventPayload, { type: 'message' | 'update_message' | 'reaction' }>
  | LoggedMessage
  | LoggedReaction
  | LoggedMessageUpdate
  | LoggedAttachmentUpdate;

/**
 * A new message in the log. Properties that differ between readers are stored as sets of user ids and resolved at
 * delivery. The id of the message is its log position, which is not known when the entry is written.
 */
export type LoggedMessage = {
  readonly type: 'message';
  readonly message: Unsent<WireMessage>;
  readonly content: string;
  readonly rendered: string;
  /** Whether a client can compute the URL of the sender's avatar. */
  readonly isComputable: boolean;
  /** Every recipient is mentioned. */
  readonly everyone: boolean;
  readonly mentioned?: readonly number[];
  /** Users who are mentioned as participants of the topic. */
  readonly participants?: readonly number[];
  readonly alerted?: readonly number[];
  /** Users for whom the message is read from the start. */
  readonly read?: readonly number[];
  readonly hidden?: HiddenUser;
  /** The sending client's queue, which receives its local id of the message. */
  readonly echo?: { readonly queue: string; readonly localId: string };
};

/** The visibility of an event's user to guests, and the domain of placeholder addresses for those who may not see the user. */
export type HiddenUser = { readonly visibleTo: VisibilityScope; readonly domain: string };

export type LoggedReaction = Extract<EventPayload, { type: 'reaction' }> & { readonly hidden?: HiddenUser };

type Unsent<M> = M extends WireMessage
  ? Omit<M, 'id' | 'content' | 'content_type'> & { readonly id?: number }
  : never;

/** Edited or moved messages; the flags of each reader are added at delivery. */
export type LoggedMessageUpdate = Omit<Extract<EventPayload, { type: 'update_message' }>, 'flags'> & {
  /** The users whom the new text mentions and the old text did not; clients do not receive them. */
  readonly newMentions?: NewMentions;
};

export type NewMentions = {
  readonly users: readonly number[];
  readonly participants: readonly number[];
  readonly everyone: boolean;
  /** Users whom the old text mentioned, if the new one mentions everyone. */
  readonly except: readonly number[];
};

type AttachmentUpdate = Extract<EventPayload, { type: 'attachment'; op: 'update' }>;

/**
 * A file that a new message refers to. The id of the message is its log position, which is known only when the entry
 * is read: `messageBefore` is the distance to it.
 */
export type LoggedAttachmentUpdate = AttachmentUpdate & { readonly messageBefore?: number };
