import type { UnreadIndex } from '../../data/chat.ts';

/** Values of the setting `desktop_icon_count_display`. */
const [ALL, DIRECT_MENTIONS_FOLLOWED, DIRECT_MENTIONS, NONE] = [1, 2, 3, 4];

/** The number on the icon of the installed client, as the user's setting wants it; undefined if none is wanted. */
export function badgeCount(unread: Pick<UnreadIndex, 'total' | 'order'>, display = ALL): number | undefined {
  if (display === NONE) return undefined;
  if (display !== DIRECT_MENTIONS_FOLLOWED && display !== DIRECT_MENTIONS) return unread.total;
  return unread.order
    .map(({ conversation, isFollowed, isMuted, count, mentions }) => {
      const isWhole = conversation.kind === 'direct' || (isFollowed && display === DIRECT_MENTIONS_FOLLOWED);
      return isWhole && !isMuted ? count : mentions;
    })
    .reduce((sum, count) => sum + count, 0);
}
