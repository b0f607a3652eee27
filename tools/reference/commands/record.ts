import { writeFile } from 'node:fs/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { plainPerformer } from '../perform.ts';
import { record, recordBusy } from '../record.ts';

readCommandLine({
  name: 'npm run reference:record',
  summary: 'Performs every operation on a server and writes the examples of the reference (recorded.json).',
  options: {},
  example: 'npm run reference:record',
});
const file = new URL('../../../packages/server/src/app/reference/recorded.json', import.meta.url);
const recorded = await record(plainPerformer, await recordBusy());
await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`);
console.log(
  `recorded ${Object.keys(recorded.operations).length} operations, ${Object.keys(recorded.events).length} kinds of events, ${Object.keys(recorded.errors).length} errors`,
);
process.exit();
