const KEY = 'parley-wanted-place';

/** Stores the hash of the address before the page is left for single sign-on. */
export function keepWantedPlace(): void {
  sessionStorage.setItem(KEY, globalThis.location.hash);
}

/** Returns the stored hash once. */
export function takeWantedPlace(): string | undefined {
  const hash = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return hash === null || hash === '' ? undefined : hash;
}
