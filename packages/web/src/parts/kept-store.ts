import { createCell, type Cell } from '../data/cell.ts';

/** A change of a setting that was just saved. */
export type Kept = { readonly text: string; readonly undo?: () => void };

export type ShownKept = Kept & { readonly id: number };

const current = createCell<ShownKept | undefined>(undefined);
let lastId = 0;

/** The change that the head of the settings tells; a new one replaces it. */
export const shownKept: Cell<ShownKept | undefined> = current;

export function showKept(kept: Kept): void {
  lastId += 1;
  current.set({ ...kept, id: lastId });
}

/** Removes the line, unless another change has replaced it. */
export function hideKept(id: number): void {
  if (current.get()?.id === id) current.set(undefined);
}
