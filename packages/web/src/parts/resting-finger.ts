/** Touches that are on the screen now. */
const fingers = new Set<number>();

/** Follows all touches from the start of the page, because a menu may open while a finger is down. */
export function watchFingers(): void {
  globalThis.addEventListener('pointerdown', (event) => track(event, true), true);
  globalThis.addEventListener('pointerup', (event) => track(event, false), true);
  globalThis.addEventListener('pointercancel', (event) => track(event, false), true);
}

function track({ pointerId, pointerType }: PointerEvent, isDown: boolean): void {
  if (isDown && pointerType === 'touch') fingers.add(pointerId);
  else fingers.delete(pointerId);
}

/** Events of a release, and those that browsers derive from it for pages without touches. */
const RELEASE_EVENTS = ['pointerup', 'touchend', 'mousedown', 'mouseup', 'click'] as const;
/** Events that begin another act of the user. */
const NEXT_EVENTS = ['pointerdown', 'keydown'] as const;

/**
 * Keeps the release of a finger that rests on the screen from what has opened below it, such as the menu of a long
 * press. Returns a function that ends the guard.
 */
export function ignoreRestingFinger(): () => void {
  if (fingers.size === 0) return () => undefined;
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  const end = (): void => {
    for (const name of RELEASE_EVENTS) globalThis.removeEventListener(name, swallow, true);
    for (const name of NEXT_EVENTS) globalThis.removeEventListener(name, end, true);
  };
  for (const name of RELEASE_EVENTS)
    globalThis.addEventListener(name, swallow, { capture: true, passive: false });
  for (const name of NEXT_EVENTS) globalThis.addEventListener(name, end, true);
  return end;
}
