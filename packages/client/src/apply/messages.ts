import { limits } from '@parley/contract/limits.ts';
import type { State } from '../state.ts';
import { inAllLists } from './channels.ts';
import type { EventOf } from './event-of.ts';
import { ascending, minus, plus, type Ids } from '../sorted-ids.ts';
import { applyUpdate } from './messages-moves.ts';
import { isMention, isOutside, isSubscribed } from './messages-muting.ts';
import { othersOf, placeOfDetails, placeOfMessage } from './messages-place.ts';
import { addUnread, nothingUnread, removeUnread, setMentioned } from './messages-unread.ts';

type MessageEvent = EventOf<'message' | 'update_message' | 'delete_message' | 'update_message_flags'>;

/**
 * The messages in the state of a registration: unread and starred ones, and the latest direct conversations. A queue
 * with a narrow does not receive every message, so its state cannot follow.
 */
export function applyMessages(state: State, event: MessageEvent): State {
  switch (event.type) {
    case 'message':
      return receive(state, event);
    case 'update_message':
      return applyUpdate(state, event);
    case 'delete_message':
      return forget(state, ascending(event.message_ids ?? [event.message_id ?? 0]));
    case 'update_message_flags':
      return applyFlags(state, event);
    default:
      event satisfies never;
      return state;
  }
}

function receive(state: State, { message, flags }: EventOf<'message'>): State {
  const place = placeOfMessage(state, message);
  const isCalled = flags.includes('mentioned');
  if (place?.kind === 'topic' && !isCalled && isOutside(state, place.channelId)) return state;
  const channel = place?.kind === 'topic' ? withFirst(state, place.channelId, message.id) : state;
  const known = withConversation(withNewest(channel, message.id), othersOf(state, message), message.id);
  if (place === undefined || flags.includes('read')) return known;
  // The last words in a channel that was archived come when it is not shown any more.
  if (place.kind === 'topic' && !isCalled && !isSubscribed(state, place.channelId)) return known;
  return setMentioned(addUnread(known, place, [message.id]), message.id, isMention(known, place, flags));
}

/** Nobody else hears when the first message of a channel comes. */
function withFirst(state: State, channelId: number, id: number): State {
  return state.subscriptions?.find(({ stream_id }) => stream_id === channelId)?.first_message_id === null
    ? inAllLists(state, channelId, (channel) => ({ ...channel, first_message_id: id }))
    : state;
}

function withNewest(state: State, id: number): State {
  return state.max_message_id === undefined
    ? state
    : { ...state, max_message_id: Math.max(state.max_message_id, id) };
}

function withConversation(state: State, others: Ids | undefined, id: number): State {
  const { recent_private_conversations: recent } = state;
  if (recent === undefined || others === undefined) return state;
  const rest = recent.filter(({ user_ids }) => user_ids.join() !== others.join());
  const newest = { user_ids: [...others], max_message_id: id };
  return { ...state, recent_private_conversations: [newest, ...rest] };
}

/**
 * Removes messages that are deleted or no longer visible. The event does not say which message is now the newest of
 * its conversation, so `max_message_id` stays until the next registration.
 */
function forget(state: State, ids: Ids): State {
  return unstar(removeUnread(state, ids), ids);
}

function applyFlags(state: State, event: EventOf<'update_message_flags'>): State {
  const ids = ascending(event.messages);
  switch (`${event.op} ${event.flag}`) {
    case 'add read':
      return event.all && state.unread_msgs !== undefined
        ? { ...state, unread_msgs: nothingUnread }
        : removeUnread(state, ids);
    case 'remove read':
      return event.op === 'remove' ? restore(state, event.message_details ?? {}) : state;
    case 'add starred':
      return star(state, ids);
    case 'remove starred':
      return unstar(state, ids);
    default:
      return state;
  }
}

type Details = NonNullable<Extract<EventOf<'update_message_flags'>, { op: 'remove' }>['message_details']>;

/** Messages that are unread again, place by place. */
function restore(state: State, details: Details): State {
  const places = Map.groupBy(Object.entries(details), ([, { stream_id, topic, user_ids }]) =>
    JSON.stringify([stream_id, topic, user_ids]),
  );
  return [...places.values()].reduce((before, entries) => {
    const [first] = entries;
    const place = first && placeOfDetails(before, first[1]);
    if (place === undefined) return before;
    const mentioned = entries.filter(([, detail]) => detail.mentioned === true).map(([id]) => Number(id));
    const listed = addUnread(before, place, ascending(entries.map(([id]) => Number(id))));
    return mentioned.reduce((next, id) => setMentioned(next, id, true), listed);
  }, state);
}

/** The newest stand in the list; which older ones follow when some of them go was not told. */
function star(state: State, ids: Ids): State {
  return state.starred_messages === undefined
    ? state
    : { ...state, starred_messages: plus(state.starred_messages, ids).slice(-limits.starredInRegister) };
}

function unstar(state: State, ids: Ids): State {
  if (state.starred_messages === undefined) return state;
  const starred_messages = minus(state.starred_messages, ids);
  return starred_messages === state.starred_messages ? state : { ...state, starred_messages };
}
