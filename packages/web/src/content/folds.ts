import { createCell, type Cell } from '../data/cell.ts';

/** Messages that the reader folded (true) or unfolded (false) in this page. */
const folds = createCell<ReadonlyMap<number, boolean>>(new Map());

const MAX_REMEMBERED_FOLDS = 500;

export const foldedMessages: Cell<ReadonlyMap<number, boolean>> = folds;

export function setFolded(messageId: number, isFolded: boolean): void {
  const next = new Map(folds.get());
  next.delete(messageId);
  next.set(messageId, isFolded);
  const [oldest] = next.keys();
  if (next.size > MAX_REMEMBERED_FOLDS && oldest !== undefined) next.delete(oldest);
  folds.set(next);
}
