import type { Rule } from '@parley/rules/rule.ts';
import type { Outcome } from '@parley/rules/run-rules.ts';

type Row = { readonly operation: string; held: number; asked: number; all: number };

/** Rules held of rules for each operation, then what does not hold, then the sum. */
export function report(outcomes: readonly Outcome[]): string {
  const held = outcomes.filter(({ kind }) => kind === 'held').length;
  return [
    '',
    ...table(rowsOf(outcomes)),
    ...unasked(outcomes),
    ...broken(outcomes),
    '',
    `conformance: ${held} of ${outcomes.length} rules hold`,
    '',
  ].join('\n');
}

function rowsOf(outcomes: readonly Outcome[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { kind, rule } of outcomes) {
    const row = rows.get(rule.operation) ?? { operation: rule.operation, held: 0, asked: 0, all: 0 };
    row.all += 1;
    if (kind === 'held') row.held += 1;
    if (kind !== 'not-asked') row.asked += 1;
    rows.set(rule.operation, row);
  }
  return [...rows.values()];
}

function table(rows: readonly Row[]): string[] {
  const width = Math.max(9, ...rows.map(({ operation }) => operation.length));
  const line = (name: string, result: string): string => `${name.padEnd(width)} | ${result}`;
  const result = ({ held, asked, all }: Row): string =>
    `${held} of ${all}${asked < all ? ` (${all - asked} not asked)` : ''}${held < asked ? '  <-- broken' : ''}`;
  return [
    line('operation', 'rules held'),
    `${'-'.repeat(width)}-|-----------`,
    ...rows.map((row) => line(row.operation, result(row))),
  ];
}

function unasked(outcomes: readonly Outcome[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'not-asked') continue;
    reasons.set(outcome.reason, [...(reasons.get(outcome.reason) ?? []), outcome.rule.id]);
  }
  return [...reasons].flatMap(([reason, ids]) => ['', `not asked, ${reason}:`, `  ${ids.join(' ')}`]);
}

function broken(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'broken'
      ? [
          '',
          `${outcome.rule.id} (${outcome.rule.operation}) does not hold: ${outcome.rule.sentence}`,
          `  expected: ${outcome.expected}`,
          `  got:      ${outcome.got}`,
        ]
      : [],
  );
}

export function listOf(rules: readonly Rule[]): string {
  return rules.map(({ id, operation, sentence }) => `${id}  [${operation}]  ${sentence}\n`).join('');
}

/** The rules for users, generated from the values that are asked. */
export function documentOf(rules: readonly Rule[]): string {
  const groups = Map.groupBy(rules, ({ operation }) => operation);
  const sections = [...groups].map(
    ([operation, members]) =>
      `## ${operation}\n\n${members.map(({ id, sentence }) => `- **${id}** ${sentence}`).join('\n')}\n`,
  );
  return `# Rules of conformance

The behaviour of the service as rules with names. \`npm run conformance\` asks them of a server over HTTP; this page is
generated from the same values by \`npm run conformance -- --write-docs\`. There are ${rules.length} rules.

${sections.join('\n')}`;
}
