import type { State } from '@parley/client';
import type { ChannelListName } from '../../data/address/place.ts';
import type { ConversationSummary } from '../../data/chat.ts';
import { visibleChannels, type KnownChannel } from '../../data/derived/channels.ts';

type Lists = Pick<State, 'subscriptions' | 'unsubscribed' | 'never_subscribed'>;

/** Channels of each list of the page. */
export function channelLists(
  state: Lists,
): Readonly<Record<ChannelListName, readonly KnownChannel[]>> & { readonly own: ReadonlySet<number> } {
  const { subscriptions = [], unsubscribed = [], never_subscribed: others = [] } = state;
  const own = new Set(subscriptions.map(({ stream_id: id }) => id));
  const all = visibleChannels(state);
  return {
    own,
    all,
    yours: all.filter(({ stream_id: id }) => own.has(id)),
    archived: [...subscriptions, ...unsubscribed, ...others].filter(({ is_archived: is }) => is),
  };
}

/** Topics of a channel that were written in last, and when, as far as they are loaded. */
export type ChannelActivity = { readonly topics: readonly string[]; readonly timestamp: number };

const MAX_TOPICS = 3;

export function activityByChannel(
  recent: readonly ConversationSummary[],
): ReadonlyMap<number, ChannelActivity> {
  const activity = new Map<number, { topics: string[]; timestamp: number }>();
  for (const { conversation, timestamp } of recent) {
    if (conversation.kind !== 'topic') continue;
    const known = activity.get(conversation.channelId) ?? { topics: [], timestamp };
    if (known.topics.length < MAX_TOPICS) known.topics.push(conversation.topic);
    activity.set(conversation.channelId, known);
  }
  return activity;
}
