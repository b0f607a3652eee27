import type { Outcome } from './run-journey.ts';

type Outcomes = ReadonlyMap<string, readonly Outcome[]>;

/** Whether a journey ran, and passed in every run. */
export function hasPassed(outcomes: Outcomes, name: string): boolean {
  return outcomes.get(name)?.every(({ problem }) => problem === undefined) ?? false;
}

/** A row for each journey, and the problems of those that failed. */
export function tableOf(outcomes: Outcomes): string[] {
  const rows = [
    `  ${'journey'.padEnd(28)} ${'runs'.padStart(5)} ${'passed'.padStart(7)} ${'median'.padStart(9)}`,
  ];
  for (const [name, runs] of outcomes) {
    const good = runs.filter(({ problem }) => problem === undefined).length;
    const sign = hasPassed(outcomes, name) ? '✓' : '✗';
    rows.push(
      `${sign} ${name.padEnd(28)} ${String(runs.length).padStart(5)} ${String(good).padStart(7)} ${medianSeconds(runs).toFixed(1).padStart(7)} s`,
    );
    const problems = new Set(runs.map(({ problem }) => problem));
    for (const problem of problems)
      if (problem !== undefined) rows.push(`    ${problem.split('\n').slice(0, 6).join('\n    ')}`);
  }
  return rows;
}

function medianSeconds(runs: readonly Outcome[]): number {
  const times = runs.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return (times[Math.floor(times.length / 2)] ?? 0) / 1000;
}
