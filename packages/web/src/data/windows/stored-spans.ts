import type { State } from '@parley/client';
import type { Held } from '../model/apply-batch.ts';
import type { StoredWindow } from '../model/store.ts';
import { isFollowed } from './followed.ts';
import { asStale, spanOf, type Span } from './span.ts';

/** The part of a span that is stored; undefined if nothing would fetch what is missing in it. */
export function storedSpan(span: Span): StoredWindow | undefined {
  const { narrow, ids, foundOldest, foundNewest, isStale, missing, unjudged } = span;
  if (isStale || missing.length + unjudged.length > 0) return undefined;
  return { narrow, ids, foundOldest, foundNewest };
}

/** A span from the disk, as far as its messages are there; it is fetched again if events do not continue it. */
export function restoredSpan(stored: StoredWindow, known: Held['messages'], state: State): Span {
  const { narrow, foundOldest, foundNewest } = stored;
  const ids = stored.ids.filter((id) => known.has(id));
  if (!isFollowed(narrow, state)) return asStale(spanOf(narrow, { ids, foundOldest, foundNewest: false }));
  const span = spanOf(narrow, { ids, foundOldest, foundNewest });
  return ids.length === stored.ids.length ? span : asStale(span);
}
