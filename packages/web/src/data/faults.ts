/** Reports an exception of a part of the page. The browser logs it, and raises an event that the page turns into a note. */
export function reportFault(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}

/** Calls every listener. An exception of one is reported and does not reach the others or the caller. */
export function callEach<A extends readonly unknown[]>(
  listeners: Iterable<(...values: A) => void>,
  ...values: A
): void {
  for (const listener of listeners)
    try {
      listener(...values);
    } catch (error) {
      reportFault(error);
    }
}
