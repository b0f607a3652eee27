import { createCell, type Cell } from '../data/cell.ts';

/** Content of the side panel: about the open place, or about a user. */
export type PanelContent = { readonly kind: 'place' } | { readonly kind: 'user'; readonly userId: number };

type Panel = {
  readonly content: PanelContent | undefined;
  /** Whether the panel was about the place before a user was opened in it. */
  readonly wasAboutPlace: boolean;
};

const CLOSED: Panel = { content: undefined, wasAboutPlace: false };

const current = createCell<Panel>(CLOSED);

/** The side panel beside a view. */
export const panel: Cell<Panel> = current;

export function openPanel(content: PanelContent): void {
  const before = current.get();
  current.set({ content, wasAboutPlace: before.wasAboutPlace || before.content?.kind === 'place' });
}

/** Opens the panel about the place, or closes it. */
export function togglePanel(): void {
  const { content, wasAboutPlace } = current.get();
  current.set(content === undefined ? { content: { kind: 'place' }, wasAboutPlace } : CLOSED);
}

export function closePanel(): void {
  current.set(CLOSED);
}

/** Closes what is about a user; what was open about the place before comes back. */
export function leaveUser(): void {
  const { content, wasAboutPlace } = current.get();
  if (content?.kind !== 'user') return;
  current.set(wasAboutPlace ? { content: { kind: 'place' }, wasAboutPlace: false } : CLOSED);
}
