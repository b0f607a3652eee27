import type { Report } from './worker.ts';

/** Counts for progress and the final table. */
export function createTally(wanted: number) {
  const steps = new Map<string, number>();
  const sums = { sequences: 0, steps: 0, comparisons: 0, events: 0, refused: 0, reregistered: 0 };
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  return {
    add: ({ outcome }: Report): void => {
      sums.sequences += 1;
      for (const { stepKind: kind } of outcome.steps) steps.set(kind, (steps.get(kind) ?? 0) + 1);
      sums.steps += outcome.steps.length;
      for (const name of ['comparisons', 'events', 'refused', 'reregistered'] as const)
        sums[name] += outcome[name];
    },
    progress: (): string =>
      `  ${sums.sequences} of ${wanted} sequences · ${sums.steps} steps · ${sums.comparisons} comparisons · ${seconds().toFixed(0)} s`,
    table: (): string =>
      [
        ...[...steps]
          .toSorted(([, a], [, b]) => b - a)
          .map(([kind, count]) => `  ${kind.padEnd(34)} ${String(count).padStart(8)}`),
        `  ${'correctly refused'.padEnd(34)} ${String(sums.refused).padStart(8)}`,
        `  ${'events applied by clients'.padEnd(34)} ${String(sums.events).padStart(8)}`,
        `  ${'clients that registered again'.padEnd(34)} ${String(sums.reregistered).padStart(8)}`,
        `model: ${sums.sequences} sequences, ${sums.steps} steps, ${sums.comparisons} comparisons in ${seconds().toFixed(1)} s`,
      ].join('\n'),
  };
}

/** Describes a failure: its seed, the shortest sequence and the differences. */
export function describeFailure({ seed, outcome, shrunk }: Report): string {
  const { steps, failures: problems } = shrunk ?? outcome;
  return [
    ...(shrunk === undefined ? ['the failure did not occur again'] : []),
    `failed with --seed ${seed} --sequences 1 --steps ${outcome.steps.length}; the shortest found has ${steps.length}:`,
    ...steps.map((step, n) => `  ${n + 1}. ${step.stepKind} ${JSON.stringify(step.args)}`),
    ...problems.map((problem) => `  ✗ ${problem}`),
  ].join('\n');
}
