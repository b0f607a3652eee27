import { now } from '../data/clock.ts';

/** Removed at log-out, like everything of the user. */
const KEY = 'parley-left-at';

/** Unix milliseconds; the last visit may have been that of an earlier page. */
let leftAt = readLeftAt();

/** Notes when the reader leaves the page. */
export function watchAbsence(): () => void {
  const note = (): void => {
    if (document.visibilityState === 'hidden' || !document.hasFocus()) noteLeaving(now());
  };
  document.addEventListener('visibilitychange', note);
  globalThis.addEventListener('blur', note);
  return () => {
    document.removeEventListener('visibilitychange', note);
    globalThis.removeEventListener('blur', note);
  };
}

export function noteLeaving(time: number): void {
  leftAt = time;
  try {
    globalThis.localStorage?.setItem(KEY, String(time));
  } catch {
    // Without storage the time is known until the page is closed.
  }
}

/** Unix seconds at which the reader left, if that lies between two messages. */
export function absenceBetween(before: number, after: number): number | undefined {
  if (leftAt === undefined) return undefined;
  const seconds = leftAt / 1000;
  return seconds >= before && seconds <= after ? seconds : undefined;
}

function readLeftAt(): number | undefined {
  try {
    const time = Number(globalThis.localStorage?.getItem(KEY) ?? Number.NaN);
    return Number.isSafeInteger(time) ? time : undefined;
  } catch {
    return undefined;
  }
}
