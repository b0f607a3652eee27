import { readCommandLine } from '@parley/test-support/command-line.ts';
import { byteChecks } from './bytes.ts';
import type { Check } from './check.ts';
import { fieldChecks } from './fields.ts';
import { habits } from './habits.ts';
import { mediaChecks } from './media.ts';
import { runPythonExamples } from './python-examples.ts';
import { openStage } from './stage.ts';
import { valueChecks } from './values.ts';
import { zulipJsChecks } from './zulip-js.ts';

const WHAT: Readonly<Record<Check['part'], string>> = {
  'zulip-js': 'methods of zulip-js 2.1.0, in its own process',
  habits: 'habits of clients on the wire, H1 to H12',
  fields: 'fields without which a client ends, and that their loss is noticed',
  values: 'values that a client asserts',
  media: 'files and pictures, opened as apps open them',
  bytes: 'requests of the Python and the terminal client, byte for byte',
};

const { values, fail } = readCommandLine({
  name: 'npm run compat',
  summary: 'Checks that unmodified clients of the public API work with a server process.',
  options: {
    'python-examples': {
      type: 'string',
      value: 'directory',
      help: 'instead: run the Python examples of this zulip checkout',
    },
    'python-api': {
      type: 'string',
      value: 'directory',
      help: 'python-zulip-api checkout for --python-examples',
    },
    python: { type: 'string', value: 'program', default: 'python3', help: 'Python interpreter' },
  },
  example: 'npm run compat',
});
const { 'python-examples': checkout, 'python-api': api, python } = values;
if (checkout !== undefined && api !== undefined)
  process.exit((await runPythonExamples({ checkout, api, python })) ? 0 : 1);
if (checkout !== undefined || api !== undefined)
  fail('Options --python-examples and --python-api need each other.');

const started = performance.now();
const { stage, close } = await openStage();
const failures: string[] = [];
const rows = new Map<Check['part'], { held: number; all: number }>();
try {
  const checks = [
    ...(await zulipJsChecks(stage)),
    ...habits,
    ...(await fieldChecks(stage)),
    ...valueChecks,
    ...mediaChecks,
    ...byteChecks,
  ];
  for (const { part, name, run } of checks) {
    const row = rows.get(part) ?? { held: 0, all: 0 };
    rows.set(part, row);
    row.all += 1;
    try {
      await run(stage);
      row.held += 1;
    } catch (error) {
      failures.push(`  ✗ ${part}, ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  await close();
}

let held = 0;
let all = 0;
for (const [part, row] of rows) {
  held += row.held;
  all += row.all;
  process.stdout.write(`${`${row.held} of ${row.all}`.padStart(12)}  ${WHAT[part]}\n`);
}
for (const failure of failures) process.stdout.write(`${failure}\n`);
process.stdout.write(`took ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
process.stdout.write(`compat: ${held} of ${all} checks hold\n`);
process.exitCode = held === all && all > 0 ? 0 : 1;
