import { layGround } from '@parley/test-support/process/ground.ts';
import { isUnavailable } from '@parley/server/engine/db/errors.ts';
import { isBusy } from '@parley/test-support/patiently.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { startMailbox } from '@parley/test-support/mailbox.ts';
import { startPushService } from '@parley/test-support/push-service.ts';
import { startProcesses, startQuickNode } from './nodes.ts';
import { planted, type Plant } from './planted-mistakes.ts';
import { runSequence, SlowSequenceError, type Ground, type Outcome } from './sequence.ts';

const { values } = readCommandLine({
  name: 'npm run notify',
  summary:
    'Performs random sequences of steps on a server and on a plain model of the rules, and compares which e-mails and pushes every user received.',
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
      default: '7200',
      help: 'time after which no sequence starts',
    },
    steps: { type: 'string', value: 'number', default: '25', help: 'steps of a sequence' },
    lanes: { type: 'string', value: 'number', default: '12', help: 'sequences at once' },
    seed: { type: 'string', value: 'number', help: 'seed of the first sequence (default: random)' },
    kill: { type: 'boolean', default: false, help: 'run two server processes and kill both between steps' },
    planted: { type: 'boolean', default: false, help: 'plant mistakes, each of which must be found' },
  },
  example: 'npm run notify -- --sequences 20 --seed 7',
});

/** The share of steps after which all processes are killed. */
const CRASH_SHARE = 0.08;
const NODES = 2;

const mailbox = await startMailbox();
const pushService = await startPushService();
const { environment, world, clear } = await layGround();
const settings = {
  ...environment,
  PARLEY_SMTP_URL: mailbox.url,
  PARLEY_OUTBOUND_NETWORKS: '127.0.0.1/32',
};
const nodes = values.kill ? await startProcesses(settings, NODES) : await startQuickNode(settings);
const ground: Ground = { world, mailbox, pushService, nodes };
// Crashes of one sequence must not disturb the requests of another.
const lanes = values.kill ? 1 : Number(values.lanes);

type Sums = Record<'sequences' | 'steps' | 'emails' | 'pushes' | 'repeated' | 'abandoned', number>;
type Failure = { readonly seed: number; readonly outcome: Outcome };

async function search(
  firstSeed: number,
  plant?: Plant,
): Promise<{ readonly sums: Sums; readonly failure: Failure | undefined }> {
  const sums: Sums = { sequences: 0, steps: 0, emails: 0, pushes: 0, repeated: 0, abandoned: 0 };
  const end = performance.now() + Number(values.seconds) * 1000;
  let given = 0;
  let failure: Failure | undefined;
  const add = (seed: number, outcome: Outcome): void => {
    sums.sequences += 1;
    sums.steps += outcome.steps.length;
    for (const name of ['emails', 'pushes', 'repeated'] as const) sums[name] += outcome[name];
    if (outcome.problems.length > 0) failure ??= { seed, outcome };
  };
  const lane = async (): Promise<void> => {
    while (failure === undefined && given < Number(values.sequences) && performance.now() < end) {
      const seed = firstSeed + given;
      given += 1;
      const share = values.kill ? CRASH_SHARE : 0;
      try {
        add(seed, await runSequence(ground, seed, Number(values.steps), share, plant));
      } catch (error) {
        // A request without an answer may have taken effect, so the rest of the sequence cannot be compared.
        if (!(error instanceof SlowSequenceError) && !isBusy(error) && !isUnavailable(error)) throw error;
        sums.abandoned += 1;
      }
    }
  };
  const timer = setInterval(() => {
    console.log(
      `  ${sums.sequences} of ${values.sequences} sequences · ${sums.steps} steps · ${nodes.kills} kills`,
    );
  }, 10_000);
  await Promise.all(Array.from({ length: lanes }, lane));
  clearInterval(timer);
  return { sums, failure };
}

function describe({ seed, outcome }: Failure): string {
  return [
    `failed with --seed ${seed} --sequences 1 --steps ${outcome.steps.length}:`,
    ...outcome.steps.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`),
    ...outcome.problems.map((problem) => `  ✗ ${problem}`),
  ].join('\n');
}

/** Every plant has organizations of its own. */
const SEEDS_PER_PLANT = 100_000;

async function findPlanted(firstSeed: number): Promise<number> {
  let missed = 0;
  for (const [index, [name, plant]] of Object.entries(planted).entries()) {
    const { failure } = await search(firstSeed + index * SEEDS_PER_PLANT, plant);
    if (failure === undefined) missed += 1;
    console.log(failure === undefined ? `NOT FOUND: ${name}` : `found: ${name}, by seed ${failure.seed}`);
  }
  console.log(
    `notify: ${Object.keys(planted).length - missed} of ${Object.keys(planted).length} planted mistakes found`,
  );
  return missed;
}

async function compareAll(firstSeed: number): Promise<number> {
  const started = performance.now();
  const { sums, failure } = await search(firstSeed);
  if (failure !== undefined) console.log(describe(failure));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `notify: ${sums.sequences} sequences, ${sums.steps} steps, ${sums.emails} e-mails, ${sums.pushes} pushes, ` +
      `${nodes.kills} kills, ${sums.repeated} repeated under one id, ${sums.abandoned} abandoned because the machine was busy, ${failure === undefined ? 0 : 1} differences in ${seconds} s`,
  );
  return failure === undefined ? 0 : 1;
}

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
console.log(`${values.sequences} sequences from seed ${seed}${values.kill ? ', nodes are killed' : ''}`);
const failed = await (values.planted ? findPlanted(seed) : compareAll(seed));
await nodes.stop();
await clear();
await pushService.stop();
await mailbox.stop();
process.exitCode = failed === 0 ? 0 : 1;
