/** An exception of a listener, as views have them. */
class ListenerError extends Error {
  override readonly name = 'ListenerError';
}

/** Exceptions that the page itself reported. */
const unexpected: string[] = [];

globalThis.reportError = (error: unknown) => {
  if (!(error instanceof ListenerError)) unexpected.push(String(error));
};

/** Exceptions of the pages since the last call, without those of listeners. */
export function takeFaults(): string[] {
  return unexpected.splice(0);
}

/** A listener that throws once after it was armed. */
export function createThrower(): { readonly arm: () => void; readonly run: () => void } {
  let isArmed = false;
  return {
    arm: () => {
      isArmed = true;
    },
    run: () => {
      if (!isArmed) return;
      isArmed = false;
      throw new ListenerError('A listener of the page has failed.');
    },
  };
}
