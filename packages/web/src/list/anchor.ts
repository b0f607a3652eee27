/** Holds the reader's place in a scrolled list, by arithmetic alone: the browser's own anchoring is switched off. */
export type Anchor = {
  /** Restores the place after rows or sizes changed, then notes it again. Costs one layout. */
  readonly settle: () => void;
  /** Notes the place that the reader scrolled to. */
  readonly scrolled: () => void;
  /** Shows a row with its top at a share of the height. */
  readonly place: (row: Element, share: number) => void;
  readonly stick: () => void;
  /** True while the list follows its end. */
  readonly isStuck: () => boolean;
  /** The row at mid-height. */
  readonly eyeRow: () => HTMLElement | undefined;
};

export type AnchorOptions = {
  readonly scroller: HTMLElement;
  /** Parent of the rows, oldest first. */
  readonly feed: HTMLElement;
  /** Whether the last row in the page is the last one of the conversation. */
  readonly reachesEnd: () => boolean;
};

/** Rows beside the first choice, so that a place survives the removal of a few. */
const MAX_NOTED_ROWS = 8;
/** Distance from the end, in pixels, that still counts as the end. */
const END_TOLERANCE_PX = 1;

type Noted = { readonly row: HTMLElement; readonly offset: number };

export function createAnchor({ scroller, feed, reachesEnd }: AnchorOptions): Anchor {
  let noted: readonly Noted[] = [];
  let isStuck = false;
  let lastTop = 0;
  /** Part of a pixel that the browser rounded away. */
  let rounding = 0;

  // Two who hold the place move it twice.
  scroller.style.setProperty('overflow-anchor', 'none', 'important');

  const isAtEnd = (): boolean =>
    scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= END_TOLERANCE_PX;

  const moveTo = (top: number): void => {
    scroller.scrollTop = top;
    lastTop = scroller.scrollTop;
    const rest = top - lastTop;
    rounding = Math.abs(rest) < 1 ? rest : 0;
  };

  /** Layout of less content pulls the list up to its new end, which is no movement of the reader. */
  const topBeforeLayout = (): number =>
    lastTop > scroller.scrollHeight - scroller.clientHeight ? lastTop : scroller.scrollTop;

  const hold = (): void => {
    const held = noted.find(({ row }) => row.parentNode === feed);
    if (held === undefined) return;
    const delta = offsetIn(scroller, held.row) - held.offset;
    if (delta !== 0) moveTo(topBeforeLayout() + delta + rounding);
  };

  const note = (): void => {
    noted = noteRows(scroller, feed);
    lastTop = scroller.scrollTop;
  };

  const settle = (): void => {
    if (isStuck && reachesEnd()) moveTo(scroller.scrollHeight);
    else hold();
    note();
  };

  return {
    settle,
    scrolled: () => {
      const top = scroller.scrollTop;
      if (isStuck && !isAtEnd() && top < lastTop) isStuck = false;
      if (top !== lastTop) rounding = 0;
      settle();
      if (!isStuck && reachesEnd() && isAtEnd()) isStuck = true;
    },
    place: (row, share) => {
      moveTo(offsetIn(scroller, row) - share * scroller.clientHeight);
      isStuck = reachesEnd() && isAtEnd();
      note();
    },
    stick: () => {
      isStuck = true;
      moveTo(scroller.scrollHeight);
      note();
    },
    isStuck: () => isStuck,
    eyeRow: () => noteRows(scroller, feed, false)[0]?.row,
  };
}

/** Distance of a row from the start of the scrolled content; scrolling does not change it. */
function offsetIn(scroller: Element, row: Element): number {
  return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/** Index of the first child whose bottom is below a line of the viewport. */
export function childAt(feed: Element, y: number): number {
  let low = 0;
  let high = feed.children.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endOf(feed.children[middle]) <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** End of a child; a line of a place may stick to the top, but the message below it does not. */
function endOf(child: Element | undefined): number {
  const isSticky = child?.hasAttribute('data-place') === true;
  const box = (isSticky ? child.nextElementSibling : child)?.getBoundingClientRect();
  return (isSticky ? box?.top : box?.bottom) ?? Infinity;
}

/** The first row that is on the screen, if only in part. */
export function firstRowOnScreen(scroller: Element, feed: Element): Element | undefined {
  let row = feed.children[childAt(feed, scroller.getBoundingClientRect().top)];
  while (row !== undefined && !isMessage(row)) row = row.nextElementSibling ?? undefined;
  return row;
}

/** Rows of the outbox have no id. */
function isMessage(row: Element): boolean {
  return row.hasAttribute('data-id');
}

/** The focused row or the one at mid-height, then its neighbors from near to far. */
function noteRows(scroller: HTMLElement, feed: HTMLElement, prefersFocus = true): readonly Noted[] {
  const box = scroller.getBoundingClientRect();
  const { children } = feed;
  if (children.length === 0) return [];
  const middle = Math.min(childAt(feed, box.top + box.height / 2), children.length - 1);
  const found: Noted[] = [];
  const add = (row: Element | undefined): void => {
    if (!(row instanceof HTMLElement) || row.tagName !== 'ARTICLE') return;
    found.push({ row, offset: row.getBoundingClientRect().top - box.top + scroller.scrollTop });
  };
  const focused = prefersFocus ? focusedRow(feed) : undefined;
  if (focused !== undefined && isInside(focused.getBoundingClientRect(), box)) add(focused);
  for (let step = 0; found.length < MAX_NOTED_ROWS && step < children.length; step += 1) {
    add(children[middle + step]);
    if (step > 0) add(children[middle - step]);
  }
  return found;
}

export function focusedRow(feed: Element): Element | undefined {
  const row = feed.ownerDocument.activeElement?.closest('article');
  return row !== null && row !== undefined && row.parentNode === feed ? row : undefined;
}

function isInside(row: DOMRect, box: DOMRect): boolean {
  return row.bottom > box.top && row.top < box.bottom;
}
