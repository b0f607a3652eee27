import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { ascending, type Ids } from '../sorted-ids.ts';

/** Where an unread message is listed. `users` are all of a conversation, as the wire writes them. */
export type MessageLocation =
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'one'; readonly userId: number }
  | { readonly kind: 'several'; readonly users: string };

type Message = EventOf<'message'>['message'];
type Details = NonNullable<
  Extract<EventOf<'update_message_flags'>, { op: 'remove' }>['message_details']
>[string];

/** The others of a direct conversation; empty for notes to oneself, undefined for a channel. */
export function othersOf({ user_id }: State, message: Message): Ids | undefined {
  if (message.type === 'stream') return undefined;
  const ids = ascending(message.display_recipient.map(({ id }) => id));
  if (user_id !== undefined) return ids.filter((id) => id !== user_id);
  // Without the reader's own id, messages of a conversation of two look like messages of the other user.
  return ids.length === 2 ? [message.sender_id] : ids;
}

export function placeOfMessage(state: State, message: Message): MessageLocation | undefined {
  if (message.type === 'stream')
    return { kind: 'topic', channelId: message.stream_id, topic: message.subject };
  const { display_recipient } = message;
  const others = othersOf(state, message) ?? [];
  return display_recipient.length > 2
    ? { kind: 'several', users: ascending(display_recipient.map(({ id }) => id)).join() }
    : alone(state, others);
}

/**
 * Where a message belongs that is unread again; undefined in a channel that the client does not list, such as an
 * archived one, and where the reader's own id would have to be known.
 */
export function placeOfDetails(state: State, details: Details): MessageLocation | undefined {
  const { stream_id, topic, user_ids = [] } = details;
  if (stream_id !== undefined)
    return isListed(state, stream_id)
      ? { kind: 'topic', channelId: stream_id, topic: topic ?? '' }
      : undefined;
  if (user_ids.length < 2) return alone(state, user_ids);
  if (state.user_id === undefined) return undefined;
  return { kind: 'several', users: ascending([...user_ids, state.user_id]).join() };
}

function alone({ user_id }: State, [other]: Ids): MessageLocation | undefined {
  const userId = other ?? user_id;
  return userId === undefined ? undefined : { kind: 'one', userId };
}

function isListed({ subscriptions }: State, channelId: number): boolean {
  return subscriptions === undefined || subscriptions.some(({ stream_id }) => stream_id === channelId);
}
