import { now } from '../data/clock.ts';

let leftAt: number | undefined;

/** Notes when the reader leaves the page. */
export function watchAbsence(): () => void {
  const note = (): void => {
    if (document.visibilityState === 'hidden' || !document.hasFocus()) leftAt = now();
  };
  document.addEventListener('visibilitychange', note);
  globalThis.addEventListener('blur', note);
  return () => {
    document.removeEventListener('visibilitychange', note);
    globalThis.removeEventListener('blur', note);
  };
}

/** Unix seconds at which the reader left, if that lies between two messages. */
export function absenceBetween(before: number, after: number): number | undefined {
  const seconds = leftAt === undefined ? 0 : leftAt / 1000;
  return seconds >= before && seconds <= after ? seconds : undefined;
}
