import { patiently } from '@parley/test-support/patiently.ts';
import type { Step } from './step-kind.ts';
import { runSequence, type Course, type Outcome } from './sequence.ts';

/** Each attempt uses a new organization. */
const MAX_ATTEMPTS = 150;

/**
 * Finds a shorter failing sequence: first cuts the steps after the failure, then removes one step
 * after the other while the sequence still fails. Undefined if the sequence does not fail
 * this time.
 */
export async function shrink(
  course: Omit<Course, 'steps' | 'every'>,
  steps: readonly Step[],
): Promise<Outcome | undefined> {
  const attempt = (tried: readonly Step[], every: number): Promise<Outcome> =>
    patiently(() => runSequence({ ...course, steps: tried, every, isThorough: true }));
  let best = await attempt(steps, 1);
  // Some failures occur only in clients that receive all events at once.
  if (best.failures.length === 0) best = await attempt(steps, steps.length);
  if (best.failures.length === 0) return undefined;
  let tries = 1;
  for (let at = best.steps.length - 2; at >= 0 && tries < MAX_ATTEMPTS; at -= 1) {
    const outcome = await attempt(best.steps.toSpliced(at, 1), best.steps.length - 1);
    tries += 1;
    if (outcome.failures.length === 0) continue;
    best = outcome;
    at = Math.min(at, best.steps.length - 1);
  }
  return best;
}
