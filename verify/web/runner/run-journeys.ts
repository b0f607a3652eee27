import type { AnyJourney } from '../journeys/journey.ts';
import { runJourney, type Outcome, type RunnerWorld } from './run-journey.ts';

/** Runs each journey so many times, several side by side. The slowest kind begins first. */
export async function runJourneys(
  world: RunnerWorld,
  journeys: readonly AnyJourney[],
  runs: number,
  lanes: number,
): Promise<ReadonlyMap<string, readonly Outcome[]>> {
  const outcomes = new Map(journeys.map(({ name }) => [name, [] as Outcome[]]));
  const ordered = journeys.toSorted((a, b) => Number('killsServer' in b) - Number('killsServer' in a));
  const left = Array.from({ length: runs }, () => ordered).flat();
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const outcome = await runJourney(world, next);
      outcomes.get(next.name)?.push(outcome);
      const sign = outcome.problem === undefined ? '✓' : '✗';
      console.log(
        `${sign} ${next.name} ${(outcome.milliseconds / 1000).toFixed(1)} s ${outcome.problem ?? ''}`.trimEnd(),
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return outcomes;
}
