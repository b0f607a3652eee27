/**
 * Requests that arrived together run together: each waits until the packets at hand are read, so that its body is there
 * too, and the code and data of each step stay in the processor's caches.
 */
export function createArrivals(): () => Promise<void> {
  let together: Promise<void> | undefined;
  return () =>
    (together ??= new Promise((resolve) => {
      setImmediate(() => {
        together = undefined;
        resolve();
      });
    }));
}
