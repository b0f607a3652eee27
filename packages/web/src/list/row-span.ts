/** The part of a window whose rows are in the page: ids of its first and last message, both included. */
export type RowSpan = {
  readonly first: number;
  /** Infinity while the span follows the end of the window. */
  readonly last: number;
};

/** Ids of a window, ascending. */
export type SpanSource = { readonly ids: readonly number[]; readonly foundNewest: boolean };

export type Side = 'start' | 'end';

export const MAX_ROWS = 300;
export const FIRST_ROWS = 25;
export const BLOCK_ROWS = 60;

/** Rows that stand before the message at which a list opens. */
const ROWS_BEFORE = 9;

/** A few rows around a message, or the last ones. */
export function openSpan(source: SpanSource, id: number | undefined): RowSpan {
  const { ids } = source;
  const at = id === undefined ? ids.length : indexOf(ids, id);
  const from = Math.max(0, Math.min(at - ROWS_BEFORE, ids.length - FIRST_ROWS));
  return spanOf(source, from, Math.min(ids.length, from + FIRST_ROWS));
}

/** Indexes of a span; the second one is not included. */
export function rangeOf(
  ids: readonly number[],
  span: RowSpan,
): { readonly from: number; readonly to: number } {
  const from = indexOf(ids, span.first);
  return { from, to: span.last === Infinity ? ids.length : Math.max(from, indexOf(ids, span.last + 1)) };
}

/** Adds a block of rows at one side and drops those at the other side that are too many. */
export function growSpan(source: SpanSource, span: RowSpan, side: Side, count: number): RowSpan {
  const { ids } = source;
  const { from, to } = rangeOf(ids, span);
  if (side === 'start') {
    const start = Math.max(0, from - count);
    return spanOf(source, start, Math.min(to, start + MAX_ROWS));
  }
  const end = Math.min(ids.length, to + count);
  return spanOf(source, Math.max(from, end - MAX_ROWS), end);
}

/** Drops rows at a side until the bound is kept. */
export function cutSpan(source: SpanSource, span: RowSpan, side: Side): RowSpan {
  const { ids } = source;
  const { from, to } = rangeOf(ids, span);
  if (to - from <= MAX_ROWS) return span;
  return side === 'start' ? spanOf(source, to - MAX_ROWS, to) : spanOf(source, from, from + MAX_ROWS);
}

/** A span that reaches the newest message follows the end. */
function spanOf({ ids, foundNewest }: SpanSource, from: number, to: number): RowSpan {
  return {
    first: ids[from] ?? Infinity,
    last: foundNewest && to >= ids.length ? Infinity : (ids[to - 1] ?? 0),
  };
}

/** Index of the first id that is not smaller; ids ascend. */
export function indexOf(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? Infinity) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
