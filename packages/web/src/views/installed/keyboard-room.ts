import { useEffect } from 'react';

/** Smaller differences are bars of the browser. */
const LEAST_KEYBOARD_PX = 120;
/** Height of the page above the keyboard, as a property of the page's styles. */
const ROOM = '--room';

type Viewport = Pick<
  VisualViewport,
  'height' | 'scale' | 'addEventListener' | 'removeEventListener' | 'offsetTop'
>;

/** Keeps the composer above the keyboard of platforms that lay it over the page, as iOS does. */
export function useKeyboardRoom(): void {
  useEffect(() => followKeyboard(globalThis.visualViewport, document.documentElement), []);
}

export function followKeyboard(
  viewport: Viewport | null | undefined,
  root: HTMLElement,
  pageHeight: () => number = () => globalThis.innerHeight,
): (() => void) | undefined {
  if (viewport === null || viewport === undefined) return undefined;
  const follow = (): void => {
    // A page that is made larger by two fingers has no keyboard.
    const isOver = viewport.scale === 1 && pageHeight() - viewport.height > LEAST_KEYBOARD_PX;
    if (isOver) root.style.setProperty(ROOM, `${viewport.height}px`);
    else root.style.removeProperty(ROOM);
    // The browser has moved the page up to the field, which is in sight without that now.
    if (isOver && viewport.offsetTop > 0) globalThis.scrollTo(0, 0);
  };
  viewport.addEventListener('resize', follow);
  viewport.addEventListener('scroll', follow);
  return () => {
    viewport.removeEventListener('resize', follow);
    viewport.removeEventListener('scroll', follow);
    root.style.removeProperty(ROOM);
  };
}
