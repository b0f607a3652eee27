import { readCommandLine } from '@parley/test-support/command-line.ts';
import { kinds } from './cast.ts';
import { gaps, nameOf, run, sample, tableOf, type Result, type Wrong } from './run.ts';
import { hangUp } from '../conformance/wire.ts';

/** Cells that a small machine checks within a minute. */
const SHORT_CELLS = 700;

const { values } = readCommandLine({
  name: 'npm run authz',
  summary: 'Calls every operation as every kind of user and compares who is allowed with the policy table.',
  options: {
    only: { type: 'string', help: 'only operations whose name contains the text' },
    kind: { type: 'string', help: 'only this kind of user' },
    short: { type: 'boolean', default: false, help: 'a random sample that takes less than a minute' },
    seed: { type: 'string', value: 'number', help: 'seed of the sample (default: random)' },
  },
  example: 'npm run authz -- --short --seed 7',
});

function wrongLine({ cell, expected, got }: Wrong): string {
  return `  ${nameOf(cell.policy)} | ${cell.kind} | ${cell.relation} | expected ${expected} | got ${got}`;
}

function print({ rows, wrongs, cells, allowed, events }: Result): void {
  console.log('\noperation | cells | wrong');
  for (const row of rows) console.log(`${row.operation} | ${row.cells} | ${row.wrong}`);
  if (wrongs.length > 0) console.log('\nwrong: operation | actor | relation | expected | got');
  for (const wrong of wrongs) console.log(wrongLine(wrong));
  console.log(`\n${allowed} allowed, ${cells - allowed} denied, ${events} events heard and judged`);
  console.log(`authz: ${cells} cells, ${rows.reduce((sum, row) => sum + row.wrong, 0)} wrong`);
}

async function main(): Promise<number> {
  const missing = gaps();
  for (const gap of missing) console.log(`missing: ${gap}`);
  if (missing.length > 0) return 1;
  const table = tableOf(values.only).filter(({ kind }) => kind === (values.kind ?? kind));
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const cells = values.short ? sample(table, SHORT_CELLS, seed) : table;
  const of = values.short ? ` of ${table.length} (seed ${seed})` : '';
  console.log(`${cells.length} cells${of}, ${Object.keys(kinds).length} kinds of actors`);
  const started = performance.now();
  const result = await run(cells, console.log);
  print(result);
  console.log(`in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  hangUp();
  return result.wrongs.length === 0 ? 0 : 1;
}

process.exit(await main());
