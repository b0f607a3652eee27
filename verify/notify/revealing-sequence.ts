import { seeded } from '@parley/test-support/seeded.ts';
import { performOnModel } from './expect.ts';
import { createModel, isPossible, type Model } from './model.ts';
import type { Plant } from './planted-mistakes.ts';
import { randomStep } from './steps.ts';

export type RevealingSequence = { readonly seed: number; readonly steps: number };

const SEEDS = 500;

/**
 * The shortest sequence among many after which a model with the mistake expects something else than one without. Only
 * this one has to be performed on a server, which must contradict the mistake.
 */
export function revealingSequence(
  firstSeed: number,
  maxSteps: number,
  plant: Plant,
): RevealingSequence | undefined {
  const found = Array.from({ length: SEEDS }, (_, index) => firstSeed + index).flatMap((seed) => {
    const steps = stepsUntilDifference(seed, maxSteps, plant);
    return steps === undefined ? [] : [{ seed, steps }];
  });
  return found.toSorted((a, b) => a.steps - b.steps)[0];
}

/** Chooses the same steps as a sequence on the server. */
function stepsUntilDifference(seed: number, maxSteps: number, plant: Plant): number | undefined {
  const random = seeded(seed);
  const wrong = createModel();
  const right = createModel();
  for (let steps = 1; steps <= maxSteps;) {
    const step = randomStep(random, wrong.now, wrong.messages.length);
    if (!isPossible(wrong, step)) continue;
    performOnModel(wrong, step);
    plant(wrong, step);
    performOnModel(right, step);
    if (expectationsOf(wrong) !== expectationsOf(right)) return steps;
    steps += 1;
  }
  return undefined;
}

function expectationsOf({ users }: Model): string {
  return JSON.stringify(users.map(({ emails, pushes }) => [emails.toSorted(), pushes.toSorted()]));
}
