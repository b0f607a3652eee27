import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { carryOut } from './crew.ts';
import { planted } from './planted.ts';
import { createTally, sayWrong } from './tally.ts';
import type { Report } from './worker.ts';

const USAGE = `npm run model -- [options]
  --sequences 200   how many sequences of steps, each in an organization of its own
  --seconds 600     begin no more of them after this time
  --steps 24        how long each of them is
  --every 6         after how many steps everything is compared
  --seed 7          another course; without it chance decides
  --workers 2       how many servers at once
  --planted         makes mistakes on purpose, each of which must be found
`;

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '3600' },
    steps: { type: 'string', default: '24' },
    every: { type: 'string', default: '6' },
    seed: { type: 'string' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    planted: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Runs sequences until one goes wrong; answers with that one. */
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
  await carryOut(Number(values.workers), nextOrder, (report) => {
    tally.add(report);
    if (report.outcome.problems.length === 0) return 'go on';
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
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.planted) return (await findPlanted()) === 0 ? 0 : 1;
  const { wrong, table } = await search(Number(values.sequences));
  console.log(table);
  if (wrong !== undefined) console.log(sayWrong(wrong));
  return wrong === undefined ? 0 : 1;
}

process.exitCode = await main();
