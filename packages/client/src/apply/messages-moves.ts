import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { ascending, common, holds, type Ids } from '../sorted-ids.ts';
import { isMention, isSubscribed } from './messages-muting.ts';
import type { MessageLocation } from './messages-place.ts';
import { addUnread, removeUnread, setMentioned, unreadPlace, unreadTopics } from './messages-unread.ts';

type Update = EventOf<'update_message'>;
type Topic = Extract<MessageLocation, { kind: 'topic' }>;

/**
 * Edits and moves. The event has flags only for the message that it names: the others stay unread if they were
 * listed. Messages from a channel that the user has left were not listed; the next registration lists them.
 */
export function applyUpdate(state: State, event: Update): State {
  const to = destination(event);
  const moved = to === undefined ? state : move(state, event, to);
  const place = unreadPlace(moved, event.message_id);
  return place === undefined
    ? moved
    : setMentioned(moved, event.message_id, isMention(moved, place, event.flags));
}

/** Undefined when nothing moved. */
function destination({ stream_id, new_stream_id, orig_subject, subject }: Update): Topic | undefined {
  const topic = subject ?? orig_subject;
  if (stream_id === undefined || topic === undefined) return undefined;
  return { kind: 'topic', channelId: new_stream_id ?? stream_id, topic };
}

function move(state: State, { stream_id, message_ids, message_id, flags }: Update, to: Topic): State {
  const listed = listedIn(state, stream_id ?? to.channelId, ascending(message_ids));
  const mentions = state.unread_msgs?.mentions.filter((id) => holds(listed, id)) ?? [];
  const without = removeUnread(state, listed);
  if (!isSubscribed(state, to.channelId)) return without;
  const unread = flags.includes('read') ? listed : ascending([...listed, message_id]);
  return mentions.reduce((next, id) => setMentioned(next, id, true), addUnread(without, to, unread));
}

function listedIn(state: State, channelId: number, ids: Ids): Ids {
  return ascending(
    unreadTopics(state, channelId).flatMap(({ unread_message_ids }) => common(unread_message_ids, ids)),
  );
}
