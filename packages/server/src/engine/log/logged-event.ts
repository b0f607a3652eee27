import type { EventPayload } from '@parley/contract/events.ts';
import type { WireMessage } from '@parley/contract/objects/message.ts';
import type { VisibilityScope } from './audience.ts';

/** An event as the log stores it: as on the wire, except for events that differ between readers. */
export type LoggedEvent =
  | Exclude<EventPayload, { type: 'message' | 'update_message' | 'reaction' }>
  | SentMessage
  | LoggedReaction
  | EditedMessages
  | FileOfNewMessage;

/**
 * A new message as it stands in the log. What readers differ in is kept as sets; what each of them is sent
 * is worked out when it is delivered. The id of the message is its position, which is known only there.
 */
export type SentMessage = {
  readonly type: 'message';
  readonly message: Unsent<WireMessage>;
  readonly content: string;
  readonly rendered: string;
  /** Whether a client can compute the address of the sender's picture. */
  readonly isComputable: boolean;
  /** Everybody who receives it is mentioned. */
  readonly everyone: boolean;
  readonly mentioned?: readonly number[];
  /** Who is mentioned as somebody who takes part in the topic. */
  readonly participants?: readonly number[];
  readonly alerted?: readonly number[];
  /** For whom it is read from the start. */
  readonly read?: readonly number[];
  readonly hidden?: HiddenUser;
  /** The queue that hears what its client called the message. */
  readonly echo?: { readonly queue: string; readonly localId: string };
};

/** By what guests know the user of an event, where some may not; and the domain of made-up addresses. */
export type HiddenUser = { readonly visibleTo: VisibilityScope; readonly domain: string };

export type LoggedReaction = Extract<EventPayload, { type: 'reaction' }> & { readonly hidden?: HiddenUser };

type Unsent<M> = M extends WireMessage
  ? Omit<M, 'id' | 'content' | 'content_type'> & { readonly id?: number }
  : never;

/** Edited or moved messages: their readers' own flags are added when it is delivered. */
export type EditedMessages = Omit<Extract<EventPayload, { type: 'update_message' }>, 'flags'>;

type AttachmentUpdate = Extract<EventPayload, { type: 'attachment'; op: 'update' }>;

/**
 * A file that a new message refers to. The id of the message is its own log position, which is known only when the
 * entry is read: `messageBefore` is the distance to it.
 */
export type FileOfNewMessage = AttachmentUpdate & { readonly messageBefore?: number };

/** Inserts the ids that depend on the position of an entry. */
export function withPosition(event: LoggedEvent, position: number): LoggedEvent {
  if (event.type === 'message') return { ...event, message: { ...event.message, id: position } };
  if (event.type !== 'attachment' || event.op !== 'update') return event;
  const { messageBefore, ...update }: FileOfNewMessage = event;
  if (messageBefore === undefined) return update;
  const message_ids = [...update.attachment.message_ids, position - messageBefore];
  return { ...update, attachment: { ...update.attachment, message_ids } };
}
