import { createCell, type Cell } from '../data/cell.ts';
import type { Narrow } from '../data/narrow/narrow.ts';

const current = createCell<Narrow | undefined>(undefined);

/** The list for which a date is asked. */
export const openJump: Cell<Narrow | undefined> = current;

export function beginJump(narrow: Narrow): void {
  current.set(narrow);
}

export function endJump(): void {
  current.set(undefined);
}
