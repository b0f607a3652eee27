import { render } from '../../src/full.ts';
import { caseContext } from '../cases.ts';
import { pathological } from './pathological.ts';
import { leastTime } from './timing.ts';

/** For any text of 10,000 characters. */
export const MAX_RENDER_MS = 50;
const MAX_CHARACTERS = 10_000;
/** Twice the text may take this much longer. */
const MAX_GROWTH = 2.5;
/** Below this a ratio says more about the clock than about the work. */
const MEASURABLE_MS = 2;

/** Pathological texts that break a bound, as sentences. */
export function brokenBounds(attempts: number): string[] {
  const broken: string[] = [];
  for (const [name, make] of Object.entries(pathological)) {
    const whole = make(MAX_CHARACTERS);
    const half = make(MAX_CHARACTERS / 2);
    let problem: string | undefined = '';
    // A pause of the runtime can spoil one measurement, not all of them.
    for (let attempt = 0; attempt < attempts && problem !== undefined; attempt++) {
      problem = problemOf(
        leastTime(() => render(half, caseContext), 2 + attempt * 2),
        leastTime(() => render(whole, caseContext), 2 + attempt * 2),
      );
    }
    if (problem !== undefined) broken.push(`${name}: ${problem}`);
  }
  return broken;
}

function problemOf(half: number, whole: number): string | undefined {
  if (whole > MAX_RENDER_MS) return `${whole.toFixed(1)} ms`;
  if (whole > MEASURABLE_MS && whole / half > MAX_GROWTH)
    return `doubling takes ${(whole / half).toFixed(1)} times as long`;
  return undefined;
}
