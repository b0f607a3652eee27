import type { State } from '@parley/client';
import { channelGroups } from '../../data/derived/channels.ts';
import type { UnreadConversation, UnreadIndex } from '../../data/chat.ts';
import { isAway, postponedOf, type Postponed } from '../postpone.ts';

export type InboxGroups = {
  readonly direct: readonly UnreadConversation[];
  readonly channels: readonly {
    readonly channelId: number;
    readonly count: number;
    readonly topics: readonly UnreadConversation[];
  }[];
  readonly later: readonly Postponed[];
};

/** Unread conversations by channel, in the order of the sidebar; postponed ones stand apart until they are due. */
export function inboxGroups(state: State, { order }: UnreadIndex): InboxGroups {
  const later = postponedOf(state);
  const away = isAway(state);
  const shown = order.filter(({ conversation }) => !away(conversation));
  const channels = channelGroups(state)
    .flatMap((group) => group.channels)
    .map(({ stream_id: channelId }) => {
      const topics = shown
        .filter(({ conversation }) => conversation.kind === 'topic' && conversation.channelId === channelId)
        .toSorted((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0));
      return { channelId, topics, count: topics.reduce((sum, { count }) => sum + count, 0) };
    })
    .filter(({ topics }) => topics.length > 0);
  return { direct: shown.filter(({ conversation }) => conversation.kind === 'direct'), channels, later };
}
