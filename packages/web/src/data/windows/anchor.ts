import { holds } from '@parley/client/sorted-ids.ts';
import type { UnreadConversation, UnreadIndex, WindowAnchor } from '../chat.ts';
import type { FetchedPage, PageRequest } from './fetch-page.ts';
import { isConversation, narrowKey, type Narrow } from '../narrow/narrow.ts';
import type { Span } from './span.ts';

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

/** The first unread message of a narrow, as far as this client knows. */
export type FirstUnread = number | 'none' | 'unknown';

/** `hasAll` is false if the server has told only the newest unread messages. */
export function firstUnreadIn(narrow: Narrow, { byKey }: UnreadIndex, hasAll: boolean): FirstUnread {
  if (!hasAll) return 'unknown';
  switch (narrow.kind) {
    case 'topic':
    case 'direct':
      return byKey.get(narrowKey(narrow))?.ids[0] ?? 'none';
    case 'channel':
      return oldest(
        byKey,
        ({ conversation: at }) => at.kind === 'topic' && at.channelId === narrow.channelId,
      );
    case 'all':
      return oldest(byKey, ({ isMuted }) => !isMuted);
    case 'mentions':
    case 'starred':
    case 'reactions':
    case 'search':
      return 'none';
  }
}

function oldest(
  byKey: UnreadIndex['byKey'],
  isPart: (conversation: UnreadConversation) => boolean,
): FirstUnread {
  let first = Infinity;
  for (const one of byKey.values()) if (isPart(one)) first = Math.min(first, one.ids[0] ?? Infinity);
  return first === Infinity ? 'none' : first;
}

/** Message at which a known span opens; `id` undefined is its end. Undefined if the place must be fetched. */
export function placeIn(
  { ids, foundOldest, foundNewest, isStale }: Span,
  anchor: WindowAnchor,
  firstUnread: FirstUnread,
): { readonly id: number | undefined } | undefined {
  if (isStale) return undefined;
  const atId = (id: number) => (holds(ids, id) ? { id } : undefined);
  const atEnd = foundNewest ? { id: undefined } : undefined;
  switch (anchor.kind) {
    case 'id':
      return atId(anchor.id);
    case 'newest':
      return atEnd;
    case 'oldest':
      return foundOldest ? { id: ids[0] } : undefined;
    case 'date':
      return undefined;
    case 'first-unread':
      if (firstUnread === 'unknown') return undefined;
      return firstUnread === 'none' ? atEnd : atId(firstUnread);
  }
}

/** The first page of a window. */
export function pageAt(anchor: WindowAnchor, narrow: Narrow, firstUnread: FirstUnread): AnchoredPage {
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
      if (!isConversation(narrow)) return isFeed(narrow) ? aroundUnread : newest;
      if (firstUnread === 'unknown') return aroundUnread;
      return firstUnread === 'none' ? newest : around(String(firstUnread), () => firstUnread);
  }
}

const newest: AnchoredPage = {
  request: { anchor: 'newest', before: PAGE_MESSAGES, after: 0 },
  anchorIn: () => undefined,
};

function isFeed({ kind }: Narrow): boolean {
  return kind === 'channel' || kind === 'all';
}

const aroundUnread = around('first_unread', ({ anchorId }) => anchorId);

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
