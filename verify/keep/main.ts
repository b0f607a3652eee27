import { readCommandLine } from '@parley/test-support/command-line.ts';
import { planted } from './planted-mistakes.ts';
import { runSequence, type Outcome } from './sequence.ts';

const { values } = readCommandLine({
  name: 'npm run keep',
  summary:
    'Sends, holds, limits, imports and deletes at random, and compares with a model: nothing on hold is lost, and nothing released or deleted is left in tables, answers, search, files or exports once the jobs have run.',
  options: {
    sequences: { type: 'string', value: 'number', default: '20', help: 'sequences of steps' },
    seconds: {
      type: 'string',
      value: 'number',
      default: '3600',
      help: 'time after which no sequence starts',
    },
    steps: { type: 'string', value: 'number', default: '40', help: 'steps of a sequence' },
    every: { type: 'string', value: 'number', default: '10', help: 'steps between comparisons' },
    seed: { type: 'string', value: 'number', help: 'seed of the first sequence (default: random)' },
    planted: { type: 'boolean', default: false, help: 'plant mistakes, each of which must be found' },
  },
  example: 'npm run keep -- --sequences 5 --seed 7',
});

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
const end = performance.now() + Number(values.seconds) * 1000;

type Found = { readonly seed: number; readonly outcome: Outcome };

/** Runs sequences until one fails. */
async function search(plant?: (typeof planted)[string]): Promise<Found | undefined> {
  let [sequences, gone] = [0, 0];
  for (let n = 0; n < Number(values.sequences) && performance.now() < end; n += 1) {
    const outcome = await runSequence(seed + n, {
      steps: Number(values.steps),
      every: Number(values.every),
      plant,
    });
    if (outcome.failures.length > 0) return { seed: seed + n, outcome };
    sequences += 1;
    gone += outcome.gone;
  }
  console.log(`${sequences} sequences from seed ${seed}: ${gone} texts were deleted and are nowhere`);
  return undefined;
}

async function findPlanted(): Promise<number> {
  let missed = 0;
  for (const [name, plant] of Object.entries(planted)) {
    const found = await search(plant);
    if (found === undefined) missed += 1;
    console.log(
      found === undefined
        ? `NOT FOUND: ${name}`
        : `found: ${name}, by seed ${found.seed}: ${found.outcome.failures[0]}`,
    );
  }
  return missed;
}

async function main(): Promise<number> {
  if (values.planted) return findPlanted();
  const found = await search();
  if (found === undefined) return 0;
  console.log(`seed ${found.seed}:\n  ${found.outcome.performed.join('\n  ')}`);
  for (const failure of found.outcome.failures) console.log(`WRONG: ${failure}`);
  return 1;
}

process.exitCode = (await main()) === 0 ? 0 : 1;
