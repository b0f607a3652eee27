import type { Outcome } from './run-journey.ts';

export type Table = {
  readonly rows: readonly string[];
  /** Journeys that passed in every run. */
  readonly passed: number;
};

/** A row for each journey, and the first problem of those that failed. */
export function tableOf(outcomes: ReadonlyMap<string, readonly Outcome[]>): Table {
  const rows = [
    `  ${'journey'.padEnd(28)} ${'runs'.padStart(5)} ${'passed'.padStart(7)} ${'median'.padStart(9)}`,
  ];
  let passed = 0;
  for (const [name, runs] of outcomes) {
    const good = runs.filter(({ problem }) => problem === undefined).length;
    const isGood = good === runs.length;
    if (isGood) passed += 1;
    rows.push(
      `${isGood ? '✓' : '✗'} ${name.padEnd(28)} ${String(runs.length).padStart(5)} ${String(good).padStart(7)} ${medianSeconds(runs).toFixed(1).padStart(7)} s`,
    );
    const problems = new Set(runs.map(({ problem }) => problem));
    for (const problem of problems)
      if (problem !== undefined) rows.push(`    ${problem.split('\n').slice(0, 6).join('\n    ')}`);
  }
  return { rows, passed };
}

function medianSeconds(runs: readonly Outcome[]): number {
  const times = runs.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return (times[Math.floor(times.length / 2)] ?? 0) / 1000;
}
