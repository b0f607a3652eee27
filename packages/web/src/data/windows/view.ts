import type { OutboxEntry, WindowView } from '../chat.ts';
import { gapsIn, type Span } from './span.ts';

/** Part of a view that belongs to the window and not to its messages. */
export type WindowLocal = Pick<WindowView, 'loading' | 'anchorId' | 'firstUnreadId' | 'error' | 'moves'>;

/** The view of a window; the same object as before if nothing changed. */
export function viewOf(
  span: Span,
  local: WindowLocal,
  pending: readonly OutboxEntry[],
  before: WindowView | undefined,
): WindowView {
  const { ids, foundOldest, foundNewest } = span;
  const gaps = gapsIn(span);
  const next: WindowView = { ids, foundOldest, foundNewest, gaps, pending, ...local };
  if (before === undefined) return next;
  const kept = {
    ...next,
    gaps: sameList(gaps, before.gaps) ? before.gaps : gaps,
    pending: sameList(pending, before.pending) ? before.pending : pending,
  };
  const isSame = (Object.keys(kept) as (keyof WindowView)[]).every((name) => kept[name] === before[name]);
  return isSame ? before : kept;
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, n) => one === b[n]);
}
