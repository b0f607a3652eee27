import { vi } from 'vitest';

/** Ends a wait that is in vain; far more than a busy machine needs. */
const PATIENCE_MS = 120_000;

/** Waits until the assertions hold. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENCE_MS);
}

/** Waits until the condition is true. */
export function until<T>(condition: () => T | Promise<T>): Promise<unknown> {
  return vi.waitUntil(condition, PATIENCE_MS);
}
