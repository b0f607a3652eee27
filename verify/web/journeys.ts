import { readCommandLine } from '@parley/test-support/command-line.ts';
import { ensureBuilt } from '../../packages/web/build/ensure-built.ts';
import { journeys } from './journeys/all.ts';
import { addToScreensPage, missingOperations, writeScreensPage } from './operations/screens-page.ts';
import { runJourneys } from './runner/run-journeys.ts';
import { hasPassed, tableOf } from './runner/table.ts';
import { openBrowser } from './support/browser.ts';
import { prepareSample } from './support/sample.ts';

const {
  values: options,
  positionals,
  fail,
} = readCommandLine({
  name: 'npm run web:journeys',
  summary:
    'Leads users through the web client in Chromium on a real server, and compares the page with a fresh start at the end.',
  positionals: { 'journey …': 'journeys to run; all if none is named' },
  options: {
    runs: { type: 'string', value: 'number', default: '1', help: 'times that each journey runs' },
    only: { type: 'string', value: 'name', multiple: true, default: [], help: 'a journey to run' },
    lanes: { type: 'string', value: 'number', default: '2', help: 'journeys that run side by side' },
    again: {
      type: 'boolean',
      default: false,
      help: 'run journeys that failed once more, alone, and name them at the end',
    },
    'write-docs': {
      type: 'boolean',
      default: false,
      help: 'write docs/api/screens.md; named journeys only add to it',
    },
    list: { type: 'boolean', default: false, help: 'print the names of the journeys' },
  },
  example: 'npm run web:journeys -- --runs 20 --only two-tabs',
});

const names = [...positionals, ...options.only];
const unknown = names.find((name) => journeys.every((journey) => journey.name !== name));
if (unknown !== undefined) fail(`There is no journey ${unknown}.`);
if (options.list) {
  for (const { name } of journeys) console.log(name);
  process.exit(0);
}
const chosen = names.length === 0 ? journeys : journeys.filter(({ name }) => names.includes(name));
await ensureBuilt(console.log);
const sample = await prepareSample();
const browser = await openBrowser();
const begun = performance.now();
const world = { browser, sample };
const outcomes = await runJourneys(world, chosen, Number(options.runs), Number(options.lanes));
const failing = chosen.filter(({ name }) => !hasPassed(outcomes, name));
const repeated = options.again && failing.length > 0 ? await runJourneys(world, failing, 1, 1) : new Map();
await browser.close();
for (const row of tableOf(outcomes)) console.log(row);
const passed = chosen.filter(({ name }) => hasPassed(outcomes, name) || hasPassed(repeated, name)).length;
console.log(`\n${((performance.now() - begun) / 1000).toFixed(0)} seconds`);
if (repeated.size > 0) console.log(`again: ${[...repeated.keys()].join(', ')}`);
console.log(`journeys: ${passed} of ${chosen.length} passed`);
if (options['write-docs']) (names.length === 0 ? writeScreensPage : addToScreensPage)(outcomes);
const missing = names.length === 0 ? missingOperations(outcomes) : [];
if (missing.length > 0)
  console.log(`no journey calls ${missing.join(', ')} any more: see docs/api/screens.md`);
process.exit(passed === chosen.length && missing.length === 0 ? 0 : 1);
