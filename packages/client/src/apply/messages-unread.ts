import { limits } from '@parley/contract/limits.ts';
import type { UnreadMessages } from '@parley/contract/objects/personal.ts';
import type { State } from '../state.ts';
import { ascending, holds, minus, plus, type Ids } from '../sorted-ids.ts';
import { isMuted, topicKey } from './messages-muting.ts';
import type { MessageLocation } from './messages-place.ts';

type Entry = { unread_message_ids: number[] };
type Topic = UnreadMessages['streams'][number];

export const nothingUnread: UnreadMessages = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
};

/** Ids become unread in a place. Lists that they are not in stay the same objects. */
export function addUnread(state: State, place: MessageLocation, ids: Ids): State {
  const { unread_msgs: unread } = state;
  if (unread === undefined) return state;
  const next = listed(unread, place, ids);
  const added = total(next) - total(unread);
  if (added === 0) return state;
  const isCounted = place.kind !== 'topic' || !isMuted(state, place.channelId, place.topic);
  const count = unread.count + (isCounted ? added : 0);
  return onlyNewest({ ...state, unread_msgs: { ...next, count } });
}

/** Ids are read, gone or hidden. */
export function removeUnread(state: State, ids: Ids): State {
  const { unread_msgs: unread } = state;
  if (unread === undefined || ids.length === 0) return state;
  let uncounted = 0;
  const streams = thinned(unread.streams, ids, ({ stream_id, topic }, lost) => {
    if (isMuted(state, stream_id, topic)) uncounted += lost;
  });
  const next = {
    ...unread,
    streams,
    pms: thinned(unread.pms, ids),
    huddles: thinned(unread.huddles, ids),
  };
  const lost = total(unread) - total(next);
  if (lost === 0) return state;
  const mentions = unread.mentions.filter((id) => !holds(ids, id));
  return { ...state, unread_msgs: { ...next, mentions, count: unread.count - lost + uncounted } };
}

/** The topics of a channel in which something is unread. */
export function unreadTopics(state: State, channelId: number): readonly Topic[] {
  return state.unread_msgs?.streams.filter(({ stream_id }) => stream_id === channelId) ?? [];
}

/** Where a message is listed; undefined if it is not unread. */
export function unreadPlace({ unread_msgs: unread }: State, id: number): MessageLocation | undefined {
  const isHere = ({ unread_message_ids }: Entry): boolean => holds(unread_message_ids, id);
  const topic = unread?.streams.find(isHere);
  if (topic !== undefined) return { kind: 'topic', channelId: topic.stream_id, topic: topic.topic };
  const one = unread?.pms.find(isHere);
  if (one !== undefined) return { kind: 'one', userId: one.other_user_id };
  const several = unread?.huddles.find(isHere);
  return several === undefined ? undefined : { kind: 'several', users: several.user_ids_string };
}

/** Notes whether an unread message mentions its reader. */
export function setMentioned(state: State, id: number, isMentioned: boolean): State {
  const { unread_msgs: unread } = state;
  if (unread === undefined || unread.mentions.includes(id) === isMentioned) return state;
  const mentions = isMentioned
    ? ascending([...unread.mentions, id])
    : unread.mentions.filter((other) => other !== id);
  return { ...state, unread_msgs: { ...unread, mentions } };
}

/**
 * Registration lists the newest unread messages only. Once the list is full, older ones may be missing, until the user
 * has read everything; a client that needs the older ones registers again.
 */
function onlyNewest(state: State): State {
  const { unread_msgs: unread } = state;
  if (unread === undefined) return state;
  const size = total(unread);
  if (size < limits.unreadInRegister) return state;
  if (!unread.old_unreads_missing)
    return onlyNewest({ ...state, unread_msgs: { ...unread, old_unreads_missing: true } });
  if (size === limits.unreadInRegister) return state;
  const { unread_msgs: rest = unread } = removeUnread(state, [oldest(unread)]);
  return onlyNewest({ ...state, unread_msgs: { ...rest, count: unread.count } });
}

function oldest({ pms, streams, huddles }: UnreadMessages): number {
  return [pms, streams, huddles].reduce(
    (least, entries) =>
      (entries as Entry[]).reduce((id, entry) => Math.min(id, entry.unread_message_ids[0] ?? id), least),
    Infinity,
  );
}

function listed(unread: UnreadMessages, place: MessageLocation, ids: Ids): UnreadMessages {
  switch (place.kind) {
    case 'topic':
      return {
        ...unread,
        streams: withIds(unread.streams, newTopic(place), ids, topicOrder, oldestSpelling),
      };
    case 'one': {
      const { userId } = place;
      const fresh = { other_user_id: userId, sender_id: userId, unread_message_ids: [] };
      return {
        ...unread,
        pms: withIds(unread.pms, fresh, ids, (a, b) => a.other_user_id - b.other_user_id),
      };
    }
    case 'several': {
      const fresh = { user_ids_string: place.users, unread_message_ids: [] };
      return {
        ...unread,
        huddles: withIds(unread.huddles, fresh, ids, (a, b) => order(a.user_ids_string, b.user_ids_string)),
      };
    }
    default:
      place satisfies never;
      return unread;
  }
}

function newTopic({ channelId, topic }: { channelId: number; topic: string }): Topic {
  return {
    stream_id: channelId,
    topic,
    unread_message_ids: [],
  };
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function topicOrder(a: Topic, b: Topic): number {
  return a.stream_id - b.stream_id || order(topicKey(a.topic), topicKey(b.topic));
}

/**
 * A topic is spelled as its oldest unread message spells it. How the others spell it was not told, so the
 * spelling stays when the oldest is read.
 */
function oldestSpelling(known: Topic, fresh: Topic, ids: Ids): Topic {
  return (ids[0] ?? Infinity) < (known.unread_message_ids[0] ?? Infinity)
    ? { ...known, topic: fresh.topic }
    : known;
}

function withIds<T extends Entry>(
  entries: T[],
  fresh: T,
  ids: Ids,
  compare: (a: T, b: T) => number,
  merge: (known: T, fresh: T, ids: Ids) => T = (known) => known,
): T[] {
  const at = entries.findIndex((entry) => compare(entry, fresh) === 0);
  const known = entries[at];
  if (known === undefined) {
    const next = entries.findIndex((entry) => compare(entry, fresh) > 0);
    return entries.toSpliced(next === -1 ? entries.length : next, 0, {
      ...fresh,
      unread_message_ids: [...ids],
    });
  }
  const unread_message_ids = plus(known.unread_message_ids, ids);
  if (unread_message_ids === known.unread_message_ids) return entries;
  return entries.with(at, { ...merge(known, fresh, ids), unread_message_ids });
}

function thinned<T extends Entry>(
  entries: T[],
  gone: Ids,
  onLoss: (entry: T, lost: number) => void = () => {},
): T[] {
  let left: T[] | undefined;
  for (const [at, entry] of entries.entries()) {
    const unread_message_ids = minus(entry.unread_message_ids, gone);
    if (unread_message_ids === entry.unread_message_ids) {
      left?.push(entry);
      continue;
    }
    left ??= entries.slice(0, at);
    onLoss(entry, entry.unread_message_ids.length - unread_message_ids.length);
    if (unread_message_ids.length > 0) left.push({ ...entry, unread_message_ids });
  }
  return left ?? entries;
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
}

function total({ pms, streams, huddles }: UnreadMessages): number {
  return sizeOf(pms) + sizeOf(streams) + sizeOf(huddles);
}
