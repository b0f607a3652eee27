import { availableParallelism } from 'node:os';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { runJobs } from './worker-pool.ts';
import { planted } from './planted-mistakes.ts';
import { createTally, describeFailure } from './tally.ts';
import type { Report } from './worker.ts';

const { values } = readCommandLine({
  name: 'npm run model',
  summary:
    'Performs random sequences of steps on a server and on a plain model of it, and compares what every user sees.',
  options: {
    sequences: {
      type: 'string',
      value: 'number',
      default: '200',
      help: 'sequences, each in an organization of its own',
    },
    seconds: {
      type: 'string',
      value: 'number',
      default: '3600',
      help: 'time after which no sequence starts',
    },
    steps: { type: 'string', value: 'number', default: '24', help: 'steps of a sequence' },
    every: { type: 'string', value: 'number', default: '6', help: 'steps between comparisons' },
    seed: { type: 'string', value: 'number', help: 'seed of the first sequence (default: random)' },
    workers: {
      type: 'string',
      value: 'number',
      default: String(Math.min(2, availableParallelism())),
      help: 'servers at once',
    },
    planted: { type: 'boolean', default: false, help: 'plant mistakes, each of which must be found' },
  },
  example: 'npm run model -- --sequences 20 --seed 7',
});

/** Runs sequences until one fails; returns its report. */
async function search(
  sequences: number,
  plant?: string,
): Promise<{ wrong: Report | undefined; table: string }> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
  console.log(`${sequences} sequences from seed ${seed}${plant === undefined ? '' : `, planted: ${plant}`}`);
  const end = performance.now() + Number(values.seconds) * 1000;
  const tally = createTally(sequences);
  let given = 0;
  let wrong: Report | undefined;
  const nextOrder = () => {
    if (given === sequences || performance.now() > end) return undefined;
    given += 1;
    return {
      seed: seed + given - 1,
      steps: Number(values.steps),
      every: Number(values.every),
      ...(plant === undefined ? {} : { plant }),
    };
  };
  const timer = setInterval(() => {
    console.log(tally.progress());
  }, 5_000);
  await runJobs(Number(values.workers), nextOrder, (report) => {
    tally.add(report);
    if (report.outcome.failures.length === 0) return 'go on';
    wrong = report;
    return 'enough';
  });
  clearInterval(timer);
  return { wrong, table: tally.table() };
}

async function findPlanted(): Promise<number> {
  let missed = 0;
  for (const plant of Object.keys(planted)) {
    const { wrong } = await search(Number(values.sequences), plant);
    if (wrong === undefined) missed += 1;
    console.log(wrong === undefined ? `NOT FOUND: ${plant}` : `found: ${plant}, by seed ${wrong.seed}`);
  }
  console.log(
    `model: ${Object.keys(planted).length - missed} of ${Object.keys(planted).length} planted mistakes found`,
  );
  return missed;
}

async function main(): Promise<number> {
  if (values.planted) return (await findPlanted()) === 0 ? 0 : 1;
  const { wrong, table } = await search(Number(values.sequences));
  console.log(table);
  if (wrong !== undefined) console.log(describeFailure(wrong));
  return wrong === undefined ? 0 : 1;
}

process.exitCode = await main();
