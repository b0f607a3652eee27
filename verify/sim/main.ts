/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { availableParallelism } from 'node:os';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { plantedMistakes, type Planted } from './planted-mistakes.ts';
import { run } from './run.ts';

const COMMAND = {
  name: 'npm run sim',
  summary:
    'Runs event queues, outbox and SDK loops over a simulated database, network and clock, and checks every delivery.',
  options: {
    seeds: { type: 'string', value: 'number', default: '20000', help: 'simulated runs' },
    first: { type: 'string', value: 'number', default: '1', help: 'first seed' },
    planted: {
      type: 'boolean',
      default: false,
      help: 'find the planted mistakes instead, each within 100 seeds',
    },
    only: { type: 'string', value: 'number', help: 'run one seed twice and print its trace' },
  },
  example: 'npm run sim -- --seeds 500',
} as const;

type Part = { first: number; step: number; last: number };
type Report = {
  seeds: number;
  faults: number;
  acknowledged: number;
  deliveries: number;
  failures: { seed: number; violations: readonly string[] }[];
};

async function runPart({ first, step, last }: Part, onProgress: (seeds: number) => void): Promise<Report> {
  const report: Report = { seeds: 0, faults: 0, acknowledged: 0, deliveries: 0, failures: [] };
  for (let seed = first; seed <= last; seed += step) {
    const outcome = await run(seed);
    report.seeds += 1;
    report.faults += outcome.faults;
    report.acknowledged += outcome.acknowledged;
    report.deliveries += outcome.deliveries;
    if (outcome.violations.length > 0) report.failures.push({ seed, violations: outcome.violations });
    if (report.seeds % 100 === 0) onProgress(report.seeds);
  }
  return report;
}

async function findPlanted(mistake: Planted): Promise<{ seed: number; violation: string } | undefined> {
  for (let seed = 1; seed <= 100; seed += 1) {
    const [violation] = (await run(seed, mistake)).violations;
    if (violation !== undefined) return { seed, violation };
  }
  return undefined;
}

async function main(): Promise<void> {
  const { values } = readCommandLine(COMMAND);
  if (values.planted) return showPlanted();
  if (values.only !== undefined) return showOne(Number(values.only));
  await showMany(Number(values.first), Number(values.seeds));
}

async function showPlanted(): Promise<void> {
  let missed = 0;
  for (const mistake of plantedMistakes) {
    const found = await findPlanted(mistake);
    if (found === undefined) missed += 1;
    const where = found === undefined ? 'NOT FOUND' : `seed ${found.seed}: ${found.violation}`;
    console.log(`${mistake.padEnd(26)}${where}`);
  }
  console.log(`${plantedMistakes.length - missed} passed, ${missed} failed`);
  process.exitCode = missed === 0 ? 0 : 1;
}

async function showOne(seed: number): Promise<void> {
  const [once, again] = [await run(seed), await run(seed)];
  console.log(once);
  if (once.trace !== again.trace) {
    console.log(`The same seed gave another trace: ${again.trace}`);
    process.exitCode = 1;
  }
}

async function showMany(first: number, seeds: number): Promise<void> {
  const start = performance.now();
  for (const seed of [first, first + 1, first + 2])
    if ((await run(seed)).trace !== (await run(seed)).trace)
      throw new Error(`Seed ${seed} gives a different trace each time.`);
  const workers = Math.max(1, availableParallelism());
  const done = new Map<number, number>();
  const reports = await Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const part: Part = { first: first + index, step: workers, last: first + seeds - 1 };
      return startWorker(part, (count) => {
        done.set(index, count);
        if (process.stdout.isTTY)
          process.stdout.write(`\r${[...done.values()].reduce((a, b) => a + b, 0)} of ${seeds} seeds`);
      });
    }),
  );
  const sum = (pick: (report: Report) => number): number =>
    reports.reduce((total, report) => total + pick(report), 0);
  const failures = reports.flatMap((report) => report.failures).toSorted((a, b) => a.seed - b.seed);
  for (const { seed, violations } of failures.slice(0, 10))
    console.log(`seed ${seed}: ${violations.join('; ')}`);
  console.log(
    [
      `${sum((r) => r.seeds)} seeds`,
      `${sum((r) => r.faults)} faults`,
      `${sum((r) => r.acknowledged)} acknowledged sends`,
      `${sum((r) => r.deliveries)} deliveries`,
      `${((performance.now() - start) / 1000).toFixed(0)} s`,
    ].join(' · '),
  );
  console.log(`${seeds - failures.length} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function startWorker(part: Part, onProgress: (seeds: number) => void): Promise<Report> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: part });
    worker.on('message', (message: number | Report) => {
      if (typeof message === 'number') onProgress(message);
      else resolve(message);
    });
    worker.on('error', reject);
  });
}

if (isMainThread) await main();
else
  parentPort?.postMessage(
    await runPart(workerData as Part, (seeds) => {
      parentPort?.postMessage(seeds);
    }),
  );
