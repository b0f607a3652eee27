import { FIGURES, type Figure } from './parameters.ts';
import type { Day } from './simulate.ts';
import { HEAD, periodOf, QUARTER_DAYS, rowOf, thousands } from './summary.ts';

/** The inputs as a Markdown table. */
export function figuresTable(): string {
  const rows: readonly Figure[] = Object.values(FIGURES);
  return [
    '| value | unit | | source |',
    '|---:|---|---|---|',
    ...rows.map(
      ({ value, unit, origin, source }) =>
        `| ${value < 1_000 ? value : thousands(value)} | ${unit} | ${origin} | ${source} |`,
    ),
  ].join('\n');
}

/** The last day of each simulation as a Markdown table; moves are those of its last quarter. */
export function simulationTable(runs: readonly (readonly Day[])[]): string {
  const [, ...columns] = HEAD;
  return [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---:|').join('')}`,
    ...runs.map(simulationRow),
  ].join('\n');
}

export function simulationRow(days: readonly Day[]): string {
  const [, ...cells] = rowOf(periodOf(days.slice(-QUARTER_DAYS)));
  return `| ${cells.join(' | ')} |`;
}

/** Replaces the part of a page between two comments with this name. */
export function replaceBetween(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no part '${name}'.`);
  return page.slice(0, from + start.length) + text + page.slice(to);
}
