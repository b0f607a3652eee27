import { childAt, focusedRow } from './anchor.ts';

/** Focus in a list: one row at a time is a tab stop. */
export type Roving = {
  /** The focused row, else the one that was, else the first one on the screen. */
  readonly current: () => HTMLElement | undefined;
  readonly focus: (row: HTMLElement) => void;
  /** Focuses the row behind or before the current one; false at the end. */
  readonly step: (by: 1 | -1) => boolean;
  /** Keeps one tab stop and the positions after rows changed. */
  readonly update: (firstPosition: number) => void;
};

/** Lines above and below that a focused row does not come closer to, in pixels. */
const MARGIN_PX = 16;

export function createRoving(scroller: HTMLElement, feed: HTMLElement): Roving {
  let stop: HTMLElement | undefined;
  /** Whether the stop had the focus, or is only the way into the list. */
  let wasFocused = false;
  /** Rows behind and before the stop, which take its place when it is deleted. */
  let neighbors: readonly (HTMLElement | undefined)[] = [];

  const setStop = (row: HTMLElement | undefined): void => {
    if (row === stop) return;
    if (stop !== undefined) stop.tabIndex = -1;
    stop = row;
    if (stop !== undefined) stop.tabIndex = 0;
    rememberNeighbors();
  };

  const rememberNeighbors = (): void => {
    neighbors = stop === undefined ? [] : [neighbor(stop, 1), neighbor(stop, -1)];
  };

  /** The row that takes the place of a deleted one, also with the focus that it had. */
  const replaceStop = (): void => {
    const next = neighbors.find((row) => row?.parentNode === feed);
    const hadFocus = wasFocused && document.activeElement === document.body;
    stop = undefined;
    wasFocused &&= next !== undefined;
    setStop(next ?? lastRow(feed));
    if (hadFocus) next?.focus({ preventScroll: true });
  };

  const isOnScreen = (row: Element): boolean => {
    const [box, view] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
    return box.bottom > view.top && box.top < view.bottom;
  };

  /** The first row that is whole on the screen, or the last one. */
  const entry = (by: 1 | -1): HTMLElement | undefined => {
    const { top, bottom } = scroller.getBoundingClientRect();
    const first = childAt(feed, top);
    const whole = [...feed.children].slice(first).filter((row) => {
      const box = row.getBoundingClientRect();
      return isRow(row) && box.top >= top && box.bottom <= bottom + 1;
    });
    const chosen = whole.at(by === 1 ? 0 : -1);
    return isRow(chosen) ? chosen : lastRow(feed);
  };

  const current = (): HTMLElement | undefined => {
    const focused = focusedRow(feed);
    if (isRow(focused)) return focused;
    return wasFocused && stop?.parentNode === feed && isOnScreen(stop) ? stop : undefined;
  };

  const focus = (row: HTMLElement): void => {
    setStop(row);
    wasFocused = true;
    row.focus({ preventScroll: true });
    reveal(scroller, row);
  };

  feed.addEventListener('focusin', () => {
    const row = focusedRow(feed);
    if (!isRow(row)) return;
    setStop(row);
    wasFocused = true;
  });

  return {
    current,
    focus,
    step: (by) => {
      const from = current();
      const next = from === undefined ? entry(by) : neighbor(from, by);
      if (next !== undefined) focus(next);
      return next !== undefined;
    },
    update: (firstPosition) => {
      let position = firstPosition;
      for (const row of feed.children)
        if (isRow(row)) {
          const text = `${position}`;
          if (row.ariaPosInSet !== text) row.ariaPosInSet = text;
          position += 1;
        }
      if (stop === undefined || stop.parentNode !== feed) replaceStop();
      else rememberNeighbors();
    },
  };
}

/** Scrolls as little as needed to show a row; the top of a tall one. */
function reveal(scroller: HTMLElement, row: HTMLElement): void {
  const [box, view] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const above = view.top + MARGIN_PX - box.top;
  const below = box.bottom - (view.bottom - MARGIN_PX);
  if (above > 0 || box.height > view.height - 2 * MARGIN_PX) scroller.scrollTop -= above;
  else if (below > 0) scroller.scrollTop += below;
}

function neighbor(row: Element, by: 1 | -1): HTMLElement | undefined {
  let next: Element | null = row;
  do next = by === 1 ? next.nextElementSibling : next.previousElementSibling;
  while (next !== null && !isRow(next));
  return next ?? undefined;
}

function lastRow(feed: Element): HTMLElement | undefined {
  const last = feed.lastElementChild;
  if (last === null) return undefined;
  return isRow(last) ? last : neighbor(last, -1);
}

function isRow(node: Element | undefined): node is HTMLElement {
  return node?.tagName === 'ARTICLE';
}
