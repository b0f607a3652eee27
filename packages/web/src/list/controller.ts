import { createCell, type Cell } from '../data/cell.ts';
import type { MessageWindow, WindowView } from '../data/chat.ts';
import { createAnchor, focusedRow, type Anchor } from './anchor.ts';
import { roomToGrow } from './room.ts';
import { createRowObserver, type RowObserver } from './row-observer.ts';
import {
  BLOCK_ROWS,
  cutSpan,
  FIRST_ROWS,
  growSpan,
  indexOf,
  openSpan,
  rangeOf,
  type Side,
  type RowSpan,
} from './row-span.ts';

/** Everything about a list that is not drawn: which rows are in the page, and where the reader stands. */
export type ListController = {
  /** Undefined while the window is empty. */
  readonly span: Cell<RowSpan | undefined>;
  readonly isAtEnd: Cell<boolean>;
  readonly attach: (scroller: HTMLElement, feed: HTMLElement) => () => void;
  /** To be called in the task that wrote rows. */
  readonly committed: () => void;
  /** A hidden list keeps its rows and its place and costs nothing. */
  readonly setShown: (isShown: boolean) => void;
  /** Shows a message; false if the window does not contain it. */
  readonly goTo: (id: number, share?: number) => boolean;
  readonly goToEnd: () => void;
  readonly goToStart: () => void;
  /** Runs after the list moved or changed, at most once per frame. */
  readonly onMove: (listener: () => void) => () => void;
};

/** Where the next commit puts the list. */
type Target = { readonly id: number; readonly share: number } | 'end';

type Attached = {
  readonly scroller: HTMLElement;
  readonly feed: HTMLElement;
  readonly anchor: Anchor;
  readonly rows: RowObserver;
};

/** Share of the height above the message at which a list opens. */
const OPENING_SHARE = 0.3;
/** Screens of loaded messages below which more are fetched. */
const FETCH_SCREENS = 3;

export function createListController(window: MessageWindow): ListController {
  const span = createCell<RowSpan | undefined>(undefined);
  const isAtEnd = createCell(true);
  const listeners = new Set<() => void>();
  let attached: Attached | undefined;
  let isShown = true;
  let isIdleCheckDue = false;
  let target: Target | undefined;
  let moves = 0;
  /** Rows for which the place was last restored. */
  let settled: { readonly view: WindowView; readonly span: RowSpan } | undefined;
  /** Ids at the ends of the window when it was last looked at. */
  let ends: readonly (number | undefined)[] = [];

  const setSpan = (next: RowSpan | undefined): void => {
    const known = span.get();
    if (known?.first !== next?.first || known?.last !== next?.last) span.set(next);
  };

  const open = (view: WindowView): void => {
    ({ moves } = view);
    const { anchorId } = view;
    const isInside = anchorId !== undefined && view.ids.includes(anchorId);
    target = isInside && anchorId !== undefined ? { id: anchorId, share: OPENING_SHARE } : 'end';
    setSpan(view.ids.length === 0 ? undefined : openSpan(view, isInside ? anchorId : undefined));
  };

  /** Fits the span to new ids. */
  const reconcile = (): void => {
    const view = window.view.get();
    const known = span.get();
    const range = known && rangeOf(view.ids, known);
    if (known === undefined || range === undefined || range.from === range.to) open(view);
    else if (view.moves !== moves) open(view);
    else {
      const follows = view.foundNewest && range.to === view.ids.length;
      const next = follows ? { first: known.first, last: Infinity } : known;
      const cut = cutSpan(view, next, attached?.anchor.isStuck() === true ? 'start' : 'end');
      setSpan(withFetched(view, cut));
    }
    ends = [view.ids[0], view.ids.at(-1)];
  };

  /** Rows that were waited for come in the same commit in which the line about loading goes. */
  const withFetched = (view: WindowView, at: RowSpan): RowSpan => {
    const [first = 0, last = Infinity] = ends;
    const { from, to } = rangeOf(view.ids, at);
    if (from > 0 && at.first <= first) return growSpan(view, at, 'start', BLOCK_ROWS);
    if (to < view.ids.length && at.last >= last) return growSpan(view, at, 'end', BLOCK_ROWS);
    return at;
  };

  const reachesEnd = (): boolean => {
    const view = window.view.get();
    const known = span.get();
    return view.foundNewest && known !== undefined && rangeOf(view.ids, known).to === view.ids.length;
  };

  /** A focused row that is about to leave the page hands the focus to the row at the reader's eye. */
  const keepFocus = (next: RowSpan): void => {
    const id = Number(attached && focusedRow(attached.feed)?.getAttribute('data-id'));
    if (!(id > 0) || (id >= next.first && id <= next.last)) return;
    attached?.anchor.eyeRow()?.focus({ preventScroll: true });
  };

  const grow = (side: Side, count: number): void => {
    const known = span.get();
    if (known === undefined) return;
    const next = growSpan(window.view.get(), known, side, count);
    keepFocus(next);
    setSpan(next);
  };

  const fetchMore = ({ scroller }: Attached, range: { from: number; to: number }): void => {
    const view = window.view.get();
    if (view.loading !== 'none' || view.error !== undefined) return;
    const near = FETCH_SCREENS * scroller.clientHeight;
    const below = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
    if (!view.foundOldest && range.from === 0 && scroller.scrollTop < near) void window.loadOlder();
    else if (!view.foundNewest && range.to === view.ids.length && below < near) void window.loadNewer();
  };

  const check = (count: number): void => {
    const known = span.get();
    if (attached === undefined || !isShown || known === undefined || target !== undefined) return;
    const { ids } = window.view.get();
    const range = rangeOf(ids, known);
    const side = roomToGrow(attached.scroller, attached.feed, range, ids.length, count);
    if (side !== undefined) grow(side, count);
    else fetchMore(attached, range);
  };

  const checkWhenIdle = (): void => {
    if (isIdleCheckDue) return;
    isIdleCheckDue = true;
    whenIdle(() => {
      isIdleCheckDue = false;
      check(FIRST_ROWS);
    });
  };

  const moved = (): void => {
    if (attached !== undefined) isAtEnd.set(attached.anchor.isStuck());
    for (const listener of listeners) listener();
  };

  /** Puts the list to its target; false while the page holds too few rows for that. */
  const place = ({ scroller, feed, anchor }: Attached, at: Target): boolean => {
    const view = window.view.get();
    const range = rangeOf(view.ids, span.get() ?? { first: 0, last: 0 });
    if (scroller.scrollHeight <= scroller.clientHeight) {
      if (range.to < view.ids.length) return (grow('end', FIRST_ROWS), false);
      if (range.from > 0) return (grow('start', FIRST_ROWS), false);
    }
    const row = at === 'end' ? null : (rowOf(feed, at.id) ?? feed.querySelector('article'));
    if (at !== 'end' && row !== null) anchor.place(row, at.share);
    else anchor.stick();
    return true;
  };

  const committed = (): void => {
    const known = span.get();
    if (attached === undefined || !isShown || known === undefined) return;
    const view = window.view.get();
    // Sizes are watched, so the same rows, such as those of a list that is shown again, need no layout here.
    const isSame = settled?.view === view && settled.span === known && target === undefined;
    if (!isSame) {
      if (target === undefined) attached.anchor.settle();
      else if (place(attached, target)) target = undefined;
      else return;
      settled = { view, span: known };
      attached.rows.update();
      moved();
    }
    checkWhenIdle();
  };

  const goTo = (id: number, share = OPENING_SHARE): boolean => {
    const view = window.view.get();
    const known = span.get();
    if (known === undefined || view.ids[indexOf(view.ids, id)] !== id) return false;
    target = { id, share };
    const range = rangeOf(view.ids, known);
    const index = indexOf(view.ids, id);
    if (index >= range.from && index < range.to) committed();
    else setSpan(openSpan(view, id));
    return true;
  };

  reconcile();
  return {
    span,
    isAtEnd,
    attach: (scroller, feed) => {
      const anchor = createAnchor({ scroller, feed, reachesEnd });
      const settle = (): void => {
        if (!isShown || target !== undefined) return;
        anchor.settle();
        moved();
        checkWhenIdle();
      };
      const rows = createRowObserver(scroller, feed, settle);
      attached = { scroller, feed, anchor, rows };
      const scrolled = (): void => {
        if (!isShown || target !== undefined) return;
        anchor.scrolled();
        check(BLOCK_ROWS);
        moved();
      };
      scroller.addEventListener('scroll', scrolled, { passive: true });
      const unsubscribe = window.view.subscribe(() => {
        if (isShown) reconcile();
      });
      reconcile();
      return () => {
        attached = undefined;
        settled = undefined;
        unsubscribe();
        rows.disconnect();
        scroller.removeEventListener('scroll', scrolled);
      };
    },
    committed,
    setShown: (next) => {
      if (isShown === next) return;
      isShown = next;
      if (isShown) reconcile();
    },
    goTo,
    goToEnd: () => {
      const view = window.view.get();
      if (!view.foundNewest) void window.moveTo({ kind: 'newest' });
      else if (reachesEnd()) attached?.anchor.stick();
      else {
        target = 'end';
        setSpan(openSpan(view, undefined));
      }
    },
    goToStart: () => {
      const view = window.view.get();
      const first = view.ids[0];
      if (!view.foundOldest) void window.moveTo({ kind: 'oldest' });
      else if (first !== undefined) goTo(first, 1);
    },
    onMove: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function rowOf(feed: Element, id: number): Element | null {
  return feed.querySelector(`article[data-id="${id}"]`);
}

/** Safari has no idle callbacks; a frame later is good enough there. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
  else requestAnimationFrame(work);
}

const IDLE_TIMEOUT_MS = 200;
