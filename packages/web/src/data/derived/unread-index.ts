import type { State } from '@parley/client';
import { common, type Ids } from '@parley/client/sorted-ids.ts';
import type { UnreadChannel, UnreadConversation, UnreadIndex } from '../chat.ts';
import { narrowKey, type Conversation } from '../narrow/narrow.ts';
import { isTopicMuted, topicPolicy } from './topic-policy.ts';

type Unread = NonNullable<State['unread_msgs']>;
type Entry = { readonly unread_message_ids: Ids };

/**
 * Computes the index of a state. Conversations and channels that did not change since the last call stay the same
 * objects, and so does the whole index.
 */
export function unreadIndexer(): (state: State) => UnreadIndex {
  let known = new Map<Entry, UnreadConversation>();
  const channels = channelSums();
  let last: { readonly inputs: readonly unknown[]; readonly index: UnreadIndex } | undefined;
  return (state) => {
    const inputs = [state.unread_msgs, state.user_topics, state.subscriptions, state.muted_users];
    if (last?.inputs.every((input, n) => input === inputs[n]) === true) return last.index;
    const next = new Map<Entry, UnreadConversation>();
    for (const [entry, conversation] of entriesOf(state)) {
      const made = describe(state, conversation, entry.unread_message_ids);
      const before = known.get(entry);
      next.set(entry, before !== undefined && isSame(before, made) ? before : made);
    }
    known = next;
    const index = indexOf([...next.values()], state.unread_msgs, channels);
    last = { inputs, index };
    return index;
  };
}

function entriesOf({ unread_msgs: unread, user_id }: State): [Entry, Conversation][] {
  if (unread === undefined) return [];
  return [
    ...unread.streams.map((entry): [Entry, Conversation] => [
      entry,
      { kind: 'topic', channelId: entry.stream_id, topic: entry.topic },
    ]),
    ...unread.pms.map((entry): [Entry, Conversation] => [
      entry,
      { kind: 'direct', userIds: entry.other_user_id === user_id ? [] : [entry.other_user_id] },
    ]),
    ...unread.huddles.map((entry): [Entry, Conversation] => [
      entry,
      {
        kind: 'direct',
        userIds: entry.user_ids_string
          .split(',')
          .map(Number)
          .filter((id) => id !== user_id),
      },
    ]),
  ];
}

function describe(state: State, conversation: Conversation, ids: Ids): UnreadConversation {
  const isTopic = conversation.kind === 'topic';
  return {
    conversation,
    ids,
    count: ids.length,
    mentions: common(ids, state.unread_msgs?.mentions ?? []).length,
    isMuted: isTopic
      ? isTopicMuted(state, conversation.channelId, conversation.topic)
      : isMutedUser(state, conversation.userIds),
    isFollowed: isTopic && topicPolicy(state, conversation.channelId, conversation.topic) === 'followed',
  };
}

/** A conversation with one muted user is muted; one of several is not. */
function isMutedUser({ muted_users = [] }: State, userIds: Ids): boolean {
  return userIds.length === 1 && muted_users.some(({ id }) => id === userIds[0]);
}

function isSame(a: UnreadConversation, b: UnreadConversation): boolean {
  return (
    a.ids === b.ids && a.mentions === b.mentions && a.isMuted === b.isMuted && a.isFollowed === b.isFollowed
  );
}

type ChannelSums = (all: readonly UnreadConversation[]) => ReadonlyMap<number, UnreadChannel>;

/** Sums of channels; only those with a conversation that changed are computed again. */
function channelSums(): ChannelSums {
  type Known = { readonly conversations: readonly UnreadConversation[]; readonly channel: UnreadChannel };
  let known = new Map<number, Known>();
  return (all) => {
    const byChannel = new Map<number, UnreadConversation[]>();
    for (const one of all) {
      if (one.conversation.kind !== 'topic') continue;
      const list = byChannel.get(one.conversation.channelId);
      if (list === undefined) byChannel.set(one.conversation.channelId, [one]);
      else list.push(one);
    }
    known = new Map(
      Array.from(byChannel, ([id, conversations]): [number, Known] => {
        const before = known.get(id);
        const isKnown =
          before?.conversations.length === conversations.length &&
          conversations.every((one, n) => one === before.conversations[n]);
        return [id, isKnown ? before : { conversations, channel: channelOf(conversations) }];
      }),
    );
    return new Map(Array.from(known, ([id, { channel }]) => [id, channel]));
  };
}

function channelOf(conversations: readonly UnreadConversation[]): UnreadChannel {
  let [count, mentions] = [0, 0];
  for (const one of conversations) {
    if (!one.isMuted) count += one.count;
    mentions += one.mentions;
  }
  return { count, mentions, topics: conversations.filter(isShown).toSorted(byNewest) };
}

function indexOf(
  all: readonly UnreadConversation[],
  unread: Unread | undefined,
  channels: ChannelSums,
): UnreadIndex {
  let total = 0;
  for (const { count, isMuted } of all) if (!isMuted) total += count;
  let ids: ReadonlySet<number> | undefined;
  return {
    total,
    mentions: unread?.mentions.length ?? 0,
    byKey: new Map(all.map((one) => [narrowKey(one.conversation), one])),
    byChannel: channels(all),
    order: all.filter(isShown).toSorted(byReadingOrder),
    get ids() {
      ids ??= new Set(all.flatMap((one) => one.ids));
      return ids;
    },
  };
}

function isShown({ isMuted, mentions }: UnreadConversation): boolean {
  return !isMuted || mentions > 0;
}

function byReadingOrder(a: UnreadConversation, b: UnreadConversation): number {
  return rank(a) - rank(b) || byNewest(a, b);
}

function byNewest(a: UnreadConversation, b: UnreadConversation): number {
  return (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0);
}

function rank({ conversation, mentions }: UnreadConversation): number {
  return conversation.kind === 'direct' || mentions > 0 ? 0 : 1;
}
