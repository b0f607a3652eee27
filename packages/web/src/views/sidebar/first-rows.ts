import type { UnreadChannel } from '../../data/chat.ts';
import type { ChannelGroup } from '../../data/derived/channels.ts';

/** Unread topics below a channel of the sidebar. */
export const MAX_SHOWN_TOPICS = 4;

/** The channels at the start of the sidebar that together have about so many rows. */
export function firstRows(
  groups: readonly ChannelGroup[],
  unread: ReadonlyMap<number, Pick<UnreadChannel, 'topics'>>,
  maxRows: number,
): readonly ChannelGroup[] {
  if (maxRows === Infinity) return groups;
  let rows = 0;
  return groups.map((group) => ({
    ...group,
    channels: group.channels.filter(({ stream_id: id }) => {
      if (rows >= maxRows) return false;
      rows += 1 + Math.min(unread.get(id)?.topics.length ?? 0, MAX_SHOWN_TOPICS);
      return true;
    }),
  }));
}
