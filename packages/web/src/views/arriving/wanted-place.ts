import { isAtConsent } from '../../data/session/door.ts';

const KEY = 'parley-wanted-place';

/** Stores where the user wants to be before the page is left for single sign-on: a hash, or the request of a program. */
export function keepWantedPlace(): void {
  const { pathname, search, hash } = globalThis.location;
  sessionStorage.setItem(KEY, isAtConsent() ? pathname + search : hash);
}

/** Returns the stored place once. */
export function takeWantedPlace(): string | undefined {
  const place = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return place === null || place === '' ? undefined : place;
}
