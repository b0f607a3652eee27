import { drawn, painted, rows, scrollerOf, topOf } from './frames.ts';
import type { ListWorld } from './world.ts';

export type ScrollResult = {
  readonly frames: number;
  readonly rowsSeen: number;
  readonly maxRows: number;
  /** Frames in which a row stood elsewhere than the scrolling put it. */
  readonly jumps: readonly string[];
  /** Frames in which a part of the screen showed no row. */
  readonly blanks: number;
  readonly missing: number;
  /** Milliseconds between frames. */
  readonly p95: number;
};

/** Longest time without a new row before the run gives up. */
const MAX_STALLED_FRAMES = 240;

/** Scrolls from the newest to the oldest message. */
export async function scrollThrough(
  show: (total: number, opensAt: number | undefined) => ListWorld,
  total: number,
  step: number,
): Promise<ScrollResult> {
  // Fonts of formulas arrive once in a session, not with every row.
  await Promise.all([...document.fonts].map((font) => font.load()));
  show(total, undefined);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const scroller = scrollerOf();
  const seen = new Set(visibleRows().map((row) => row.dataset['id'] ?? ''));
  const times: number[] = [];
  const jumps: string[] = [];
  let [frames, blanks, maxRows, stalled, last] = [0, 0, 0, 0, performance.now()];
  while (!seen.has('1') && stalled < MAX_STALLED_FRAMES) {
    const before = new Map(visibleRows().map((row) => [row, topOf(row)]));
    const top = scroller.scrollTop;
    scroller.scrollTop = top - step;
    const distance = top - scroller.scrollTop;
    await painted();
    for (const [row, was] of before)
      if (row.isConnected && Math.abs(topOf(row) - was - distance) > 1) {
        jumps.push(`message ${row.dataset['id']}: ${topOf(row) - was - distance} px at ${was}`);
        break;
      }
    const visible = visibleRows();
    const known = seen.size;
    for (const row of visible) seen.add(row.dataset['id'] ?? '');
    stalled = seen.size === known ? stalled + 1 : 0;
    if (hasHole(visible)) blanks += 1;
    maxRows = Math.max(maxRows, rows().length);
    frames += 1;
    const time = performance.now();
    times.push(time - last);
    last = time;
  }
  await drawn();
  times.sort((a, b) => a - b);
  return {
    frames,
    rowsSeen: seen.size,
    maxRows,
    jumps,
    blanks,
    missing: total - seen.size,
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
  };
}

function visibleRows(): HTMLElement[] {
  const height = scrollerOf().clientHeight;
  return rows().filter((row) => topOf(row) + row.offsetHeight > 0 && topOf(row) < height);
}

/** Largest distance between rows, which a day line needs. */
const MAX_GAP_PX = 64;

function hasHole(visible: readonly HTMLElement[]): boolean {
  const height = scrollerOf().clientHeight;
  let bottom = 0;
  for (const row of visible) {
    if (topOf(row) - bottom > MAX_GAP_PX) return true;
    bottom = topOf(row) + row.offsetHeight;
  }
  return height - bottom > MAX_GAP_PX;
}
