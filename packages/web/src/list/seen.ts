import { after } from '../data/clock.ts';
import { childAt } from './anchor.ts';

/** Finds messages that the reader has had on the screen for a moment. */
export type Seen = {
  /** To be called whenever the list moved, changed, or the page got or lost the focus. */
  readonly check: () => void;
  readonly stop: () => void;
};

/** Time for which the last line of a message has to stand on the screen of a focused page. */
const SEEN_AFTER_MS = 600;

export function createSeen(
  scroller: HTMLElement,
  feed: HTMLElement,
  isUnread: (id: number) => boolean,
  onSeen: (ids: readonly number[]) => void,
): Seen {
  /** Unread messages on the screen since the last check, and those that were there before it. */
  let waiting = new Set<number>();
  let cancel: (() => void) | undefined;

  const check = (): void => {
    const visible = document.hasFocus() ? unreadOnScreen(scroller, feed, isUnread) : new Set<number>();
    waiting = both(waiting, visible);
    if (visible.size === 0 || cancel !== undefined) return;
    waiting = visible;
    cancel = after(SEEN_AFTER_MS, () => {
      cancel = undefined;
      const stillThere = document.hasFocus() ? unreadOnScreen(scroller, feed, isUnread) : new Set<number>();
      const ids = [...both(waiting, stillThere)];
      waiting = new Set();
      if (ids.length > 0) onSeen(ids);
      // Messages that came on the screen in the meantime begin their own wait.
      if (stillThere.size > ids.length) check();
    });
  };

  const stop = (): void => {
    cancel?.();
    cancel = undefined;
    waiting = new Set();
    globalThis.removeEventListener('focus', check);
  };
  globalThis.addEventListener('focus', check);
  return { check, stop };
}

function both(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  return new Set([...a].filter((id) => b.has(id)));
}

/** Unread messages whose last line is on the screen. */
function unreadOnScreen(
  scroller: HTMLElement,
  feed: HTMLElement,
  isUnread: (id: number) => boolean,
): Set<number> {
  const { top, bottom } = scroller.getBoundingClientRect();
  const found = new Set<number>();
  for (let index = childAt(feed, top); index < feed.children.length; index += 1) {
    const row = feed.children[index];
    if (row === undefined || row.getBoundingClientRect().bottom > bottom + 1) break;
    const id = Number(row.getAttribute('data-id'));
    if (id > 0 && isUnread(id)) found.add(id);
  }
  return found;
}
