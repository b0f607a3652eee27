import { after } from '../../data/clock.ts';

/** Rest of the pointer on a link before its card opens. */
const OPENS_AFTER_MS = 400;
/** Links into the client and names of users, inside the text of a message. */
const LINKS = '[data-content] :is(a[href^="#"], [data-user-id])';

/** Calls back with the link under the pointer or with the focus, and without one when it is left. */
export function watchLinks(show: (link: Element | undefined) => void): () => void {
  const end = new AbortController();
  let cancel: (() => void) | undefined;
  let current: Element | undefined;
  const rest = (target: EventTarget | null): void => {
    const link = target instanceof Element ? (target.closest(LINKS) ?? undefined) : undefined;
    if (link === current) return;
    current = link;
    cancel?.();
    show(undefined);
    if (link !== undefined)
      cancel = after(OPENS_AFTER_MS, () => {
        if (link.isConnected) show(link);
      });
  };
  const on = (type: string, listener: (event: Event) => void): void => {
    document.addEventListener(type, listener, { signal: end.signal, passive: true, capture: true });
  };
  // A pointer that moves on after a scroll or a key is still over the same link.
  for (const type of ['pointerover', 'pointermove'])
    on(type, (event) => {
      // Fingers press links, and the list answers.
      if ((event as PointerEvent).pointerType === 'mouse') rest(event.target);
    });
  on('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) rest(event.target);
  });
  for (const type of ['pointerdown', 'keydown', 'scroll', 'focusout']) on(type, () => rest(null));
  return () => {
    end.abort();
    rest(null);
  };
}
