/**
 * Makes the links of a list one tab stop: the arrows, Home and End move inside it, and
 * Tab comes back to the link that was left, or to the one that is shown. Links have `data-rove`.
 */
export function roveLinks(list: HTMLElement): () => void {
  let stop: HTMLElement | undefined;
  const setStop = (next: HTMLElement | undefined): void => {
    if (next === stop) return;
    if (stop !== undefined) stop.tabIndex = -1;
    stop = next;
    if (stop !== undefined) stop.tabIndex = 0;
  };
  const update = (): void => {
    for (const link of linksOf(list)) if (link !== stop) link.tabIndex = -1;
    const isThere = stop !== undefined && list.contains(stop);
    if (isThere && list.contains(document.activeElement)) return;
    const shown = list.querySelector<HTMLElement>('[data-rove][aria-current]');
    setStop(shown ?? (isThere ? stop : linksOf(list)[0]));
  };
  const onFocus = (event: FocusEvent): void => setStop(linkOf(event) ?? stop);
  const onKeyDown = (event: KeyboardEvent): void => {
    const link = linkOf(event);
    if (link === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const links = linksOf(list);
    const target = targetOf(event.key, links.indexOf(link), links.length);
    if (target === undefined) return;
    links[target]?.focus();
    // The message list would move with the same keys.
    event.preventDefault();
    event.stopPropagation();
  };
  update();
  const observer = new MutationObserver(update);
  observer.observe(list, { childList: true, subtree: true, attributeFilter: ['aria-current'] });
  list.addEventListener('focusin', onFocus);
  list.addEventListener('keydown', onKeyDown);
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', onFocus);
    list.removeEventListener('keydown', onKeyDown);
  };
}

function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function linkOf({ target }: Event): HTMLElement | undefined {
  return target instanceof HTMLElement && target.matches('[data-rove]') ? target : undefined;
}

function linksOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-rove]')];
}
