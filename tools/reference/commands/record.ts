// Performs every operation on a real server and writes down what was said, for the examples of the reference.
import { writeFile } from 'node:fs/promises';
import { plainPerformer } from '../perform.ts';
import { record } from '../record.ts';

const file = new URL('../../../packages/server/src/app/reference/recorded.json', import.meta.url);
const recorded = await record(plainPerformer);
await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`);
console.log(
  `recorded ${Object.keys(recorded.operations).length} operations, ${Object.keys(recorded.events).length} kinds of events, ${Object.keys(recorded.errors).length} errors`,
);
process.exit();
