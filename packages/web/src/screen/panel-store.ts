import { create } from 'zustand';

/** Content of the side panel: about the open place, or about a user. */
export type PanelContent = { readonly kind: 'place' } | { readonly kind: 'user'; readonly userId: number };

export type PanelStore = {
  readonly content: PanelContent | undefined;
  readonly open: (content: PanelContent) => void;
  /** Opens the panel about the place, or closes it. */
  readonly toggle: () => void;
  readonly close: () => void;
};

/** The side panel beside a view. */
export const usePanel = create<PanelStore>((set) => ({
  content: undefined,
  open: (content) => set({ content }),
  toggle: () => set(({ content }) => ({ content: content === undefined ? { kind: 'place' } : undefined })),
  close: () => set({ content: undefined }),
}));
