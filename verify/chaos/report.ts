import type { Check } from './history.ts';
import type { RunReport } from './run.ts';

/** Prints the faults and the checks; returns whether every check passed. */
export function printReport(seed: number, { checks, injected, figures }: RunReport): boolean {
  const faults = [...injected].toSorted(([a], [b]) => a.localeCompare(b));
  const total = faults.reduce((sum, [, count]) => sum + count, 0);
  console.log(`\n${total} faults of ${faults.length} kinds`);
  for (const [name, count] of faults) console.log(`${String(count).padStart(5)}  ${name}`);
  console.log('\ncounted');
  for (const [name, value] of Object.entries(figures)) console.log(`${String(value).padStart(14)}  ${name}`);
  console.log(`\nseed ${seed}`);
  return printChecks(checks);
}

const SHOWN = 5;

export function printChecks(checks: readonly Check[]): boolean {
  for (const { name, violations: problems } of checks) {
    console.log(`  ${problems.length === 0 ? '✓' : '✗'} ${name}`);
    for (const problem of problems.slice(0, SHOWN)) console.log(`      ${problem}`);
    if (problems.length > SHOWN) console.log(`      and ${problems.length - SHOWN} more`);
  }
  const failed = checks.filter(({ violations: problems }) => problems.length > 0).length;
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}
