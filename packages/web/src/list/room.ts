import { MAX_ROWS, type Side } from './row-span.ts';

/** Pixels of rows beyond the screen below which a side gets more. */
const MIN_ROOM_PX = 2_500;

/** The side of the page that needs rows and can get them. */
export function roomToGrow(
  scroller: HTMLElement,
  feed: HTMLElement,
  range: { readonly from: number; readonly to: number },
  total: number,
  count: number,
): Side | undefined {
  const above = scroller.scrollTop;
  const below = scroller.scrollHeight - scroller.clientHeight - above;
  const surplus = range.to - range.from + count - MAX_ROWS;
  const isWorth = (side: Side): boolean =>
    surplus <= 0 ||
    (side === 'start'
      ? below - heightOf(feed, 'end', surplus) > above
      : above - heightOf(feed, 'start', surplus) > below);
  const canStart = range.from > 0 && above < MIN_ROOM_PX;
  const canEnd = range.to < total && below < MIN_ROOM_PX;
  if (canStart && (!canEnd || above <= below) && isWorth('start')) return 'start';
  if (canEnd && isWorth('end')) return 'end';
  return undefined;
}

/** Height of the outermost rows of a side, which growth at the other side drops. */
function heightOf(feed: HTMLElement, side: Side, count: number): number {
  const rows = feed.querySelectorAll(':scope > article');
  const box = feed.getBoundingClientRect();
  if (side === 'start') return (rows[count]?.getBoundingClientRect().top ?? box.bottom) - box.top;
  return box.bottom - (rows[rows.length - count]?.getBoundingClientRect().top ?? box.top);
}
