import type { Chat, UnreadConversation } from '../data/chat.ts';
import { narrowKey, type Conversation } from '../data/narrow/narrow.ts';
import type { Place } from '../data/address/place.ts';

/** The conversation to read after the one that is shown: the next one in reading order, and around to its start. */
export function nextUnread(
  order: readonly UnreadConversation[],
  place: Place,
  isWanted: (unread: UnreadConversation) => boolean,
): Conversation | undefined {
  const current = place.view === 'messages' ? narrowKey(place.narrow) : undefined;
  const at = order.findIndex(({ conversation }) => narrowKey(conversation) === current);
  const around = [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0))];
  return around.find(isWanted)?.conversation;
}

/** The channel of a place, if it has one. */
export function channelOf(place: Place): number | undefined {
  if (place.view === 'topics') return place.channelId;
  if (place.view !== 'messages') return undefined;
  const { narrow } = place;
  return narrow.kind === 'topic' || narrow.kind === 'channel' ? narrow.channelId : undefined;
}

/** The channel before or after the one of a place, in the order of names. */
export function neighborChannel(chat: Chat, place: Place, step: 1 | -1): number | undefined {
  const ids = (chat.state.get().subscriptions ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ stream_id: id }) => id);
  const current = channelOf(place);
  const at = current === undefined ? (step === 1 ? -1 : 0) : ids.indexOf(current);
  return ids.at((at + step) % Math.max(ids.length, 1));
}
