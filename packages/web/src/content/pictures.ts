export type ShownPicture = { readonly address: string; readonly name: string };

/** All pictures of the list around an element, and the index of the one that belongs to it. */
export function picturesAround(anchor: HTMLElement): {
  readonly pictures: readonly ShownPicture[];
  readonly start: number;
} {
  const list = anchor.closest('[role=feed]') ?? anchor;
  const frames = [...list.querySelectorAll<HTMLAnchorElement>('a[data-do=picture]')];
  const own = anchor.matches('a[data-do=picture]')
    ? anchor
    : anchor.closest('article')?.querySelector('a[data-do=picture]');
  const start = frames.findIndex((frame) => frame === own);
  if (start === -1) return { pictures: [], start: 0 };
  const pictures = frames.map((frame) => ({
    address: frame.dataset['source'] ?? frame.getAttribute('href') ?? '',
    name: frame.getAttribute('title') ?? '',
  }));
  return { pictures, start };
}
