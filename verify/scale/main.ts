import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { say, table } from '../bench/support/figures.ts';
import { figuresTable, replaceBetween, simulationTable } from './document.ts';
import { FIGURES } from './parameters.ts';
import { pictureOfOrganization, pictureOfSizes, pictureOfYears } from './pictures.ts';
import { DEFAULT_LEVEL, simulate, type Day } from './simulate.ts';
import { HEAD, notesOf, quartersOf, rowOf } from './summary.ts';

const DOCS = path.join(import.meta.dirname, '../../docs');
const DOCUMENT_SIZES = [1e6, 1e7, 1e8];
const PICTURE_SIZE = 1e7;

const { values, fail } = readCommandLine({
  name: 'npm run scale',
  summary:
    'Simulates two years of organizations on cells: places them, moves them when a cell gets too full, and prints machines, utilization and moves. The inputs are in verify/scale/parameters.ts.',
  options: {
    users: { type: 'string', value: 'number', default: '1000000', help: 'users at the end' },
    level: {
      type: 'string',
      value: 'number',
      default: String(DEFAULT_LEVEL),
      help: 'part of a cell that is filled with new organizations, 0.1 to 0.8',
    },
    seed: { type: 'string', value: 'number', default: '1', help: 'repeats the same organizations' },
    inputs: { type: 'boolean', default: false, help: 'print the inputs with their sources' },
    'write-docs': {
      type: 'boolean',
      default: false,
      help: 'write tables and plots of docs/scale.md, with up to 100 million users',
    },
  },
  example: 'npm run scale -- --users 10000000',
});
const level = Number(values.level);
if (level < 0.1 || level > 0.8) fail('Option --level takes a number from 0.1 to 0.8.');
const seed = Number(values.seed);

if (values.inputs) printInputs();
else if (values['write-docs']) await writeDocuments();
else printSimulation([...simulate({ users: Number(values.users), seed, level })]);

function printInputs(): void {
  table(
    ['input', 'value', 'unit', '', 'source'],
    Object.entries(FIGURES).map(([name, { value, unit, origin, source }]) => [
      name,
      String(value),
      unit,
      origin,
      source,
    ]),
  );
}

function printSimulation(days: readonly Day[]): void {
  table(HEAD, quartersOf(days).map(rowOf));
  say();
  for (const note of notesOf(days)) say(note);
}

async function writeDocuments(): Promise<void> {
  const runs: Day[][] = [];
  for (const users of DOCUMENT_SIZES) {
    runs.push([...simulate({ users, seed: 1, level: DEFAULT_LEVEL })]);
    say(`simulated ${users} users`);
    if (users === PICTURE_SIZE) await writePicture('scale-years.svg', pictureOfYears(runs.at(-1) ?? []));
  }
  await writePicture('scale-sizes.svg', pictureOfSizes());
  await writePicture('scale-organization.svg', pictureOfOrganization());
  const file = path.join(DOCS, 'scale.md');
  const page = await readFile(file, 'utf8');
  const written = replaceBetween(page, 'simulation', simulationTable(runs));
  await writeFile(file, replaceBetween(written, 'inputs', figuresTable()));
}

async function writePicture(name: string, svg: string): Promise<void> {
  await writeFile(path.join(DOCS, 'images', name), svg);
}
