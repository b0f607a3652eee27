import { useEffect, type RefObject } from 'react';

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** An ancestor of the control with the focus, and how many controls of it stand before that one. */
type Spot = { readonly element: Element; readonly before: number };

/** Rows that are removed by their own button give the focus to what follows them, where it would be lost. */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = root;
    if (current === null) return undefined;
    let spots: readonly Spot[] = [];
    const remember = ({ target }: FocusEvent): void => {
      spots = target instanceof Element ? spotsOf(target, current) : [];
    };
    const watch = new MutationObserver(() => {
      const [own] = spots;
      if (own === undefined || own.element.isConnected || document.activeElement !== document.body) return;
      const next = spots.map(controlAt).find((control) => control !== undefined);
      spots = [];
      next?.focus();
    });
    current.addEventListener('focusin', remember);
    watch.observe(current, { childList: true, subtree: true });
    return () => {
      current.removeEventListener('focusin', remember);
      watch.disconnect();
    };
  }, [root]);
}

/** The control itself and its ancestors below the root, from the inside. */
function spotsOf(control: Element, root: Element): Spot[] {
  const spots: Spot[] = [];
  for (let at: Element | null = control; at !== null && at !== root; at = at.parentElement)
    spots.push({ element: at, before: [...at.querySelectorAll(CONTROLS)].indexOf(control) });
  return spots;
}

/** The control in the place of one that is gone, or the last one. */
function controlAt({ element, before }: Spot): HTMLElement | undefined {
  if (!element.isConnected) return undefined;
  const controls = element.querySelectorAll<HTMLElement>(CONTROLS);
  return controls[before] ?? controls[controls.length - 1];
}
