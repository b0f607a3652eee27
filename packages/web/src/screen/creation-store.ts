import { createCell, type Cell } from '../data/cell.ts';

/** The first values of the dialog for a new channel. */
export type Creation = { readonly folderId?: number };

const current = createCell<Creation | undefined>(undefined);

/** The open dialog for a new channel. */
export const openCreation: Cell<Creation | undefined> = current;

export function beginChannel(creation: Creation = {}): void {
  current.set(creation);
}

export function endCreation(): void {
  current.set(undefined);
}
