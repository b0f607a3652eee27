import { create } from 'zustand';

/** Content of the side panel: about the open place, or about a user. */
export type PanelContent = { readonly kind: 'place' } | { readonly kind: 'user'; readonly userId: number };

export type PanelStore = {
  readonly content: PanelContent | undefined;
  /** Whether the panel was about the place before a user was opened in it. */
  readonly wasAboutPlace: boolean;
  readonly open: (content: PanelContent) => void;
  /** Opens the panel about the place, or closes it. */
  readonly toggle: () => void;
  readonly close: () => void;
  /** Closes what is about a user; what was open about the place before comes back. */
  readonly leaveUser: () => void;
};

const CLOSED = { content: undefined, wasAboutPlace: false };

/** The side panel beside a view. */
export const usePanel = create<PanelStore>((set) => ({
  content: undefined,
  wasAboutPlace: false,
  open: (content) =>
    set((before) => ({ content, wasAboutPlace: before.wasAboutPlace || before.content?.kind === 'place' })),
  toggle: () => set(({ content }) => (content === undefined ? { content: { kind: 'place' } } : CLOSED)),
  close: () => set(CLOSED),
  leaveUser: () =>
    set(({ content, wasAboutPlace }) => {
      if (content?.kind !== 'user') return {};
      return wasAboutPlace ? { content: { kind: 'place' }, wasAboutPlace: false } : CLOSED;
    }),
}));
