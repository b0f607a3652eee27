import { settleAndCheck, wordsInExport, type Plant } from './check.ts';
import { isDue } from './model.ts';
import { steps } from './steps.ts';
import { openStage, type Stage } from './world.ts';

export type Outcome = {
  readonly failures: readonly string[];
  readonly performed: readonly string[];
  /** Messages that were on hold at the end, and words that were gone. */
  readonly held: number;
  readonly gone: number;
};

type Options = { readonly steps: number; readonly every: number; readonly plant?: Plant | undefined };

/** Performs random steps in an organization of its own, and compares it with the model from time to time. */
export async function runSequence(seed: number, { steps: length, every, plant }: Options): Promise<Outcome> {
  const stage = await openStage(seed);
  const performed: string[] = [];
  try {
    let failures: readonly string[] = [];
    for (let n = 1; n <= length && failures.length === 0; n += 1) {
      const { name, run } = pickStep(stage);
      const done = await run(stage);
      if (done !== undefined) performed.push(`${name}: ${done}`);
      for (const message of stage.model.messages) message.wasDue ||= isDue(stage.model, message);
      if (n % every === 0 || n === length) failures = await settleAndCheck(stage, plant);
    }
    if (failures.length === 0) failures = await wordsInExport(stage);
    return { failures, performed, held: stage.model.holds.length, gone: stage.gone.size };
  } catch (error) {
    return { failures: [`step failed: ${String(error)}`], performed, held: 0, gone: 0 };
  } finally {
    await stage.server.stop();
  }
}

function pickStep({ random }: Stage): (typeof steps)[number] {
  return random.pick(steps.flatMap((step) => Array.from({ length: step.weight }, () => step)));
}
