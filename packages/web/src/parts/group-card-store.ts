import { createCell, type Cell } from '../data/cell.ts';

export type GroupCardTarget = { readonly groupId: number; readonly anchor: HTMLElement };

const current = createCell<GroupCardTarget | undefined>(undefined);

/** The group whose card is open, and the element that it belongs to. */
export const shownGroupCard: Cell<GroupCardTarget | undefined> = current;

export function showGroupCard(groupId: number, anchor: HTMLElement): void {
  current.set({ groupId, anchor });
}

export function hideGroupCard(): void {
  current.set(undefined);
}
