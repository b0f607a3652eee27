/** A `ref` of the element around links: they are one tab stop as soon as that part of the client is loaded. */
export function rove(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  let end: (() => void) | undefined;
  let isGone = false;
  const begin = async (): Promise<void> => {
    const { roveLinks } = await import('./rove-links.ts');
    if (!isGone) end = roveLinks(list);
  };
  // Without the part each link is a tab stop.
  begin().catch(() => undefined);
  return () => {
    isGone = true;
    end?.();
  };
}
