import { readCommandLine } from '@parley/test-support/command-line.ts';
import { kinds } from './cast.ts';
import { runParameters, type ParameterResult } from './parameters/run.ts';
import { allTries, sampleTries } from './parameters/tries.ts';
import { runScopes, scopeGaps, type ScopeResult } from './scopes.ts';
import { gaps, nameOf, run, sample, tableOf, type Result, type Wrong } from './run.ts';
import { hangUp } from '@parley/rules/wire.ts';

/** Cells and parameters that a small machine checks within a minute. */
const SHORT_CELLS = 600;
const SHORT_PARAMETERS = 8;

const { values } = readCommandLine({
  name: 'npm run authz',
  summary:
    'Calls every operation as every kind of user, then tries parameters alone, and compares who is allowed with the policy table.',
  options: {
    only: { type: 'string', help: 'only operations whose name contains the text; parameters follow a ?' },
    kind: { type: 'string', help: 'only this kind of user; without the parameters' },
    part: { type: 'string', help: 'only this part: operations, parameters or scopes' },
    short: { type: 'boolean', default: false, help: 'a random sample that takes less than a minute' },
    seed: { type: 'string', value: 'number', help: 'seed of the sample (default: random)' },
  },
  example: 'npm run authz -- --short --seed 7',
});

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));

function wrongLine({ cell, expected, got }: Wrong): string {
  return `  ${nameOf(cell.policy)} | ${cell.kind} | ${cell.relation} | expected ${expected} | got ${got}`;
}

function print({ rows, wrongs, cells, allowed, events }: Result): void {
  console.log('\noperation | cells | wrong');
  for (const row of rows) console.log(`${row.operation} | ${row.cells} | ${row.wrong}`);
  if (wrongs.length > 0) console.log('\nwrong: operation | actor | relation | expected | got');
  for (const wrong of wrongs) console.log(wrongLine(wrong));
  console.log(`\n${allowed} allowed, ${cells - allowed} denied, ${events} events heard and judged`);
}

async function checkOperations(): Promise<Result> {
  const table = tableOf(values.only).filter(({ kind }) => kind === (values.kind ?? kind));
  const cells = values.short ? sample(table, SHORT_CELLS, seed) : table;
  const of = values.short ? ` of ${table.length} (seed ${seed})` : '';
  console.log(`${cells.length} cells${of}, ${Object.keys(kinds).length} kinds of actors`);
  const result = await run(cells, console.log);
  print(result);
  return result;
}

async function checkParameters(): Promise<ParameterResult> {
  const all = allTries(values.only);
  const tries = values.short ? sampleTries(all, SHORT_PARAMETERS, seed) : all;
  console.log(`\n${tries.length} of ${all.length} parameters, each alone, by key and by session`);
  const result = await runParameters(tries, console.log);
  console.log('\nparameters of | cells | wrong');
  for (const row of result.rows) console.log(`${row.operation} | ${row.cells} | ${row.wrong}`);
  console.log(`\n${result.allowed} allowed, ${result.cells - result.allowed} denied`);
  return result;
}

async function checkScopes(): Promise<ScopeResult> {
  const result = await runScopes(values.only, console.log);
  console.log(`\n${result.cells} calls with grants, ${result.wrongs.length} wrong`);
  return result;
}

const NOTHING = { cells: 0, wrongs: [] };

async function main(): Promise<number> {
  const missing = [...gaps(), ...scopeGaps()];
  for (const gap of missing) console.log(`missing: ${gap}`);
  if (missing.length > 0) return 1;
  const started = performance.now();
  const isPart = (part: string): boolean => (values.part ?? part) === part;
  const hasAll = values.kind === undefined;
  const operations = isPart('operations') ? await checkOperations() : NOTHING;
  const parameters = isPart('parameters') && hasAll ? await checkParameters() : NOTHING;
  const scopes = isPart('scopes') && hasAll ? await checkScopes() : NOTHING;
  const wrong = operations.wrongs.length + parameters.wrongs.length + scopes.wrongs.length;
  console.log(`authz: ${operations.cells + parameters.cells + scopes.cells} cells, ${wrong} wrong`);
  console.log(`in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  hangUp();
  return wrong === 0 ? 0 : 1;
}

process.exit(await main());
