import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { ascending } from '../sorted-ids.ts';
import { isMuted } from './messages-muting.ts';
import { removeUnread, unreadTopics } from './messages-unread.ts';

type Event = EventOf<'stream' | 'subscription' | 'user_topic'>;

/**
 * Unread messages after a change of topic policies, subscriptions or channels: muted messages no longer count, and
 * messages of channels that the reader left are no longer listed.
 */
export function withUnread<E extends Event>(
  state: State,
  event: E,
  apply: (state: State, event: E) => State,
): State {
  const before = withoutChannels(state, left(event));
  const after = apply(before, event);
  return changed(event).reduce((next, id) => recount(before, next, id), after);
}

function left(event: Event): readonly number[] {
  if (event.type === 'stream' && event.op === 'delete') return event.stream_ids;
  if (event.type === 'subscription' && event.op === 'remove')
    return event.subscriptions.map(({ stream_id }) => stream_id);
  return [];
}

function changed(event: Event): readonly number[] {
  return event.type === 'user_topic' || (event.type === 'subscription' && event.op === 'update')
    ? [event.stream_id]
    : [];
}

/** Before the channels themselves are forgotten, which know whether they counted. */
function withoutChannels(state: State, ids: readonly number[]): State {
  return removeUnread(
    state,
    ascending(
      ids.flatMap((id) => unreadTopics(state, id).flatMap(({ unread_message_ids }) => unread_message_ids)),
    ),
  );
}

function recount(before: State, after: State, channelId: number): State {
  const { unread_msgs: unread } = after;
  const more = unreadTopics(after, channelId).reduce(
    (sum, { topic, unread_message_ids }) =>
      sum + unread_message_ids.length * (weight(after, channelId, topic) - weight(before, channelId, topic)),
    0,
  );
  return unread === undefined || more === 0
    ? after
    : { ...after, unread_msgs: { ...unread, count: unread.count + more } };
}

function weight(state: State, channelId: number, topic: string): 0 | 1 {
  return isMuted(state, channelId, topic) ? 0 : 1;
}
