import { createCell, type Cell } from '../data/cell.ts';

export type UserCardTarget = { readonly userId: number; readonly anchor: HTMLElement };

const current = createCell<UserCardTarget | undefined>(undefined);

/** The user whose card is open, and the element that it belongs to. */
export const shownUserCard: Cell<UserCardTarget | undefined> = current;

export function showUserCard(userId: number, anchor: HTMLElement): void {
  current.set({ userId, anchor });
}

export function hideUserCard(): void {
  current.set(undefined);
}
