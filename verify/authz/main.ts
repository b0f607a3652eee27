import { parseArgs } from 'node:util';
import { kinds } from './cast.ts';
import { gaps, nameOf, run, sample, tableOf, type Result, type Wrong } from './run.ts';
import { hangUp } from '../conformance/wire.ts';

const USAGE = `npm run authz -- [options]
  --only text    only operations whose name contains the text
  --kind text    only this kind of actor
  --short        a sample of the table, in less than a minute
  --seed 7       another sample
`;
/** How many cells fit into a minute on a small machine. */
const SHORT_CELLS = 700;

const options = {
  only: { type: 'string' },
  kind: { type: 'string' },
  short: { type: 'boolean', default: false },
  seed: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

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
  const values = readOptions();
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
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
