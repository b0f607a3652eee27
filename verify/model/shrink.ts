import { patiently } from '@parley/test-support/patiently.ts';
import type { Step } from './kind.ts';
import { runSequence, type Course, type Outcome } from './sequence.ts';

/** Each try takes an organization of its own. */
const MOST_TRIES = 150;

/**
 * The shortest sequence found that still goes wrong: first what comes after the mistake is cut off, then one step
 * after the other is left out, as long as something is still wrong without it. Undefined if nothing goes wrong
 * this time.
 */
export async function shrink(
  course: Omit<Course, 'steps' | 'every'>,
  steps: readonly Step[],
): Promise<Outcome | undefined> {
  const attempt = (tried: readonly Step[], every: number): Promise<Outcome> =>
    patiently(() => runSequence({ ...course, steps: tried, every, isThorough: true }));
  let best = await attempt(steps, 1);
  // Some mistakes show only in clients that hear of everything at once.
  if (best.problems.length === 0) best = await attempt(steps, steps.length);
  if (best.problems.length === 0) return undefined;
  let tries = 1;
  for (let at = best.steps.length - 2; at >= 0 && tries < MOST_TRIES; at -= 1) {
    const outcome = await attempt(best.steps.toSpliced(at, 1), best.steps.length - 1);
    tries += 1;
    if (outcome.problems.length === 0) continue;
    best = outcome;
    at = Math.min(at, best.steps.length - 1);
  }
  return best;
}
