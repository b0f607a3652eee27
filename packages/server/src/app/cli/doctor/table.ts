import type { CheckResult } from './check-result.ts';

const SYMBOLS = { passed: '✓', warning: '!', failed: '✗' } as const;

/** One line per check, followed by the fix if there is one. */
export function tableOf(results: readonly CheckResult[]): string[] {
  const width = Math.max(...results.map(({ subject }) => subject.length));
  return results.flatMap(({ status, subject, found, fix }) => [
    `${SYMBOLS[status]} ${subject.padEnd(width)}  ${found}`,
    ...(fix === '' ? [] : [`  ${' '.repeat(width)}  → ${fix}`]),
  ]);
}

export function summaryOf(results: readonly CheckResult[]): string {
  const count = (status: CheckResult['status']): number =>
    results.filter((result) => result.status === status).length;
  const [failures, warnings] = [count('failed'), count('warning')];
  if (failures > 0)
    return `${failures} of ${results.length} checks failed; the arrows (→) say how to fix them.`;
  if (warnings > 0) return `All checks passed, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
  return 'All checks passed.';
}
