import { AsyncLocalStorage } from 'node:async_hooks';

/** The work of the event loop: the operation of a request, or a job. */
export type Work = {
  readonly operation: string;
  /** The subdomain of the organization, once it is known. */
  organization?: string;
};

/** Under this name the watchdog, which runs in another thread, finds the function that returns the current work. */
export const CURRENT_WORK = 'parley.currentWork';

const current = new AsyncLocalStorage<Work>();
Object.defineProperty(globalThis, Symbol.for(CURRENT_WORK), {
  configurable: true,
  value: () => current.getStore(),
});

/** Runs `work` under the name of its operation, by which a block of the event loop is reported. */
export function underName<T>(operation: string, work: () => T): T {
  return current.run({ operation }, work);
}

/** Records whose work it is. */
export function noteOrganization(subdomain: string): void {
  const work = current.getStore();
  if (work !== undefined) work.organization = subdomain;
}
