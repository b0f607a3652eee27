import type { Finding } from './finding.ts';

const MARKS = { good: '✓', advice: '!', bad: '✗' } as const;

/** A table for a terminal: mark, what, found, and below each line that needs it what to do. */
export function tableOf(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ what }) => what.length));
  return findings.flatMap(({ mark, what, found, todo }) => [
    `${MARKS[mark]} ${what.padEnd(width)}  ${found}`,
    ...(todo === '' ? [] : [`  ${' '.repeat(width)}  → ${todo}`]),
  ]);
}

export function summaryOf(findings: readonly Finding[]): string {
  const count = (mark: Finding['mark']): number => findings.filter((finding) => finding.mark === mark).length;
  const [worst, better] = [count('bad'), count('advice')];
  if (worst > 0) return `${worst} of ${findings.length} checks failed: do what the arrows (→) say.`;
  if (better > 0) return `All is well; ${better === 1 ? 'one thing' : `${better} things`} could be better.`;
  return 'All is well.';
}
