import { setTimeout as pause } from 'node:timers/promises';
import { Broken } from './expect.ts';

/** Ends a wait for what never comes, before the limit of the rule does. No rule is judged by its duration. */
const PATIENCE_MS = 240_000;
const PAUSE_MS = 50;

/** Looks again and again until there is something. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(PAUSE_MS);
  }
  throw new Broken(what, 'nothing');
}
