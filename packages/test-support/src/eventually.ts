import { vi } from 'vitest';

/** Long enough for a machine that runs many tests at once. */
const PATIENCE_MS = 20_000;

/** Waits until the assertions hold. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENCE_MS);
}

/** Waits until the condition is true. */
export function until<T>(condition: () => T | Promise<T>): Promise<unknown> {
  return vi.waitUntil(condition, PATIENCE_MS);
}
