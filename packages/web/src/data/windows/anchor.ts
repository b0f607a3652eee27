import type { WindowAnchor } from '../chat.ts';
import type { FetchedPage, PageRequest } from './fetch-page.ts';
import { isConversation, type Narrow } from '../narrow/narrow.ts';

/** Messages of the first page, in front of its anchor and behind it. */
const BEFORE_ANCHOR = 40;
const AFTER_ANCHOR = 60;
/** Messages of every further page. */
export const PAGE_MESSAGES = 100;

export type AnchoredPage = {
  readonly request: PageRequest;
  /** The message at which the list opens. */
  readonly anchorIn: (got: FetchedPage) => number | undefined;
};

/** The first page of a window. `firstUnread` is the first unread message of a conversation, as far as known. */
export function pageAt(
  anchor: WindowAnchor,
  narrow: Narrow,
  firstUnread: number | undefined,
  hasAllUnread: boolean,
): AnchoredPage {
  switch (anchor.kind) {
    case 'id':
      return around(
        String(anchor.id),
        ({ page }) => page.ids.find((id) => id >= anchor.id) ?? page.ids.at(-1),
      );
    case 'date':
      return around('date', ({ anchorId }) => anchorId, anchor.date);
    case 'oldest':
      return {
        request: { anchor: 'oldest', before: 0, after: PAGE_MESSAGES },
        anchorIn: ({ page }) => page.ids[0],
      };
    case 'newest':
      return newest;
    case 'first-unread':
      if (firstUnread !== undefined && hasAllUnread) return around(String(firstUnread), () => firstUnread);
      if (isConversation(narrow) && hasAllUnread) return newest;
      return narrow.kind === 'channel' || narrow.kind === 'all' || isConversation(narrow)
        ? around('first_unread', ({ anchorId }) => anchorId)
        : newest;
  }
}

const newest: AnchoredPage = {
  request: { anchor: 'newest', before: PAGE_MESSAGES, after: 0 },
  anchorIn: () => undefined,
};

function around(anchor: string, anchorIn: AnchoredPage['anchorIn'], anchorDate?: string): AnchoredPage {
  return {
    request: {
      anchor,
      ...(anchorDate === undefined ? {} : { anchorDate }),
      before: BEFORE_ANCHOR,
      after: AFTER_ANCHOR,
    },
    anchorIn,
  };
}
