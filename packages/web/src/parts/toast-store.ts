import { createCell, type Cell } from '../data/cell.ts';

export type Toast = {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
};

export type ShownToast = Toast & { readonly id: number };

const current = createCell<ShownToast | undefined>(undefined);
let lastId = 0;

/** The toast on the screen; a new one replaces it. */
export const shownToast: Cell<ShownToast | undefined> = current;

export function showToast(toast: Toast): void {
  lastId += 1;
  current.set({ ...toast, id: lastId });
}

/** Removes the toast, unless another one has replaced it. */
export function hideToast(id: number): void {
  if (current.get()?.id === id) current.set(undefined);
}
