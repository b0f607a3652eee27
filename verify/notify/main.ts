import { NetworkError } from '@parley/client/errors.ts';
import { layGround } from '@parley/test-support/process/ground.ts';
import { retry } from '@parley/server/engine/db/retry.ts';
import { isUnavailable } from '@parley/server/engine/db/errors.ts';
import { isBusy } from '@parley/test-support/patiently.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { startMailbox } from '@parley/test-support/mailbox.ts';
import { startPushService } from '@parley/test-support/push-service.ts';
import { startKilledProcesses, startQuickNode } from './nodes.ts';
import { planted, type Plant } from './planted-mistakes.ts';
import { revealingSequence } from './revealing-sequence.ts';
import { runSequence, SlowSequenceError, type Ground, type Outcome } from './sequence.ts';
import { startSettler } from './settle.ts';

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
    lanes: { type: 'string', value: 'number', default: '48', help: 'sequences at once' },
    seed: { type: 'string', value: 'number', help: 'seed of the first sequence (default: random)' },
    kill: {
      type: 'boolean',
      default: false,
      help: 'run two server processes and kill both every few seconds',
    },
    planted: { type: 'boolean', default: false, help: 'plant mistakes, each of which must be found' },
  },
  example: 'npm run notify -- --sequences 20 --seed 7',
});

const NODES = 2;

const mailbox = await startMailbox();
const pushService = await startPushService();
const { environment, world, clear } = await layGround();
const settings = {
  ...environment,
  PARLEY_SMTP_URL: mailbox.url,
  PARLEY_OUTBOUND_NETWORKS: '127.0.0.1/32',
};
const nodes = values.kill
  ? await startKilledProcesses(world, settings, NODES)
  : await startQuickNode(settings);
const settler = startSettler(world, nodes);
const ground: Ground = { world, mailbox, pushService, nodes, settler };

type Sums = Record<'sequences' | 'steps' | 'emails' | 'pushes' | 'repeated' | 'abandoned', number>;
type Failure = { readonly seed: number; readonly outcome: Outcome };

async function search(
  firstSeed: number,
): Promise<{ readonly sums: Sums; readonly failures: readonly Failure[] }> {
  const sums: Sums = { sequences: 0, steps: 0, emails: 0, pushes: 0, repeated: 0, abandoned: 0 };
  const end = performance.now() + Number(values.seconds) * 1000;
  let given = 0;
  const failures: Failure[] = [];
  const add = (seed: number, outcome: Outcome): void => {
    sums.sequences += 1;
    sums.steps += outcome.steps.length;
    for (const name of ['emails', 'pushes', 'repeated'] as const) sums[name] += outcome[name];
    if (outcome.problems.length === 0) return;
    failures.push({ seed, outcome });
    console.log(describe({ seed, outcome }));
  };
  const lane = async (): Promise<void> => {
    while (given < Number(values.sequences) && performance.now() < end) {
      const seed = firstSeed + given;
      given += 1;
      try {
        add(seed, await runSequence(ground, seed, Number(values.steps), undefined));
      } catch (error) {
        // A request without an answer may have taken effect, so the rest of the sequence cannot be compared.
        if (!isInterruption(error)) throw error;
        sums.abandoned += 1;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_INTERRUPTION_MS));
      }
    }
  };
  const timer = setInterval(() => {
    console.log(
      `  ${sums.sequences} of ${values.sequences} sequences · ${sums.steps} steps · ${failures.length} differences · ${nodes.kills} kills`,
    );
  }, 10_000);
  await Promise.all(Array.from({ length: Number(values.lanes) }, lane));
  clearInterval(timer);
  return { sums, failures };
}

const PAUSE_AFTER_INTERRUPTION_MS = 2_000;

/** A busy machine interrupts sequences. */
function isInterruption(error: unknown): boolean {
  const isCutOff = error instanceof NetworkError && !error.isPermanent;
  return isCutOff || error instanceof SlowSequenceError || isBusy(error) || isUnavailable(error);
}

function describe({ seed, outcome }: Failure): string {
  return [
    `failed with --seed ${seed} --sequences 1 --steps ${outcome.steps.length}:`,
    ...outcome.steps.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`),
    ...outcome.problems.map((problem) => `  ✗ ${problem}`),
  ].join('\n');
}

const TRIES_PER_PLANT = 5;
/** Every plant has organizations of its own. */
const SEEDS_PER_PLANT = 100_000;

async function findPlanted(firstSeed: number): Promise<number> {
  const plants = Object.entries(planted);
  const found = await Promise.all(
    plants.map(([name, plant], index) => findPlant(firstSeed + index * SEEDS_PER_PLANT, name, plant)),
  );
  const count = found.filter(Boolean).length;
  console.log(`notify: ${count} of ${plants.length} planted mistakes found`);
  return plants.length - count;
}

async function findPlant(firstSeed: number, name: string, plant: Plant): Promise<boolean> {
  const chosen = revealingSequence(firstSeed, Number(values.steps), plant);
  const outcome =
    chosen &&
    (await retry(TRIES_PER_PLANT, isInterruption, () =>
      runSequence(ground, chosen.seed, chosen.steps, plant),
    ));
  const isFound = outcome !== undefined && outcome.problems.length > 0;
  console.log(
    isFound
      ? `found: ${name}, by seed ${chosen?.seed} in ${outcome.steps.length} steps`
      : `NOT FOUND: ${name}`,
  );
  return isFound;
}

async function compareAll(firstSeed: number): Promise<number> {
  const started = performance.now();
  const { sums, failures } = await search(firstSeed);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `notify: ${sums.sequences} sequences, ${sums.steps} steps, ${sums.emails} e-mails, ${sums.pushes} pushes, ` +
      `${nodes.kills} kills, ${sums.repeated} repeated under one id, ${sums.abandoned} abandoned because the machine was busy, ${failures.length} differences in ${seconds} s`,
  );
  // A run without any comparison proves nothing.
  return sums.sequences === 0 ? 1 : failures.length;
}

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
console.log(`${values.sequences} sequences from seed ${seed}${values.kill ? ', nodes are killed' : ''}`);
const failed = await (values.planted ? findPlanted(seed) : compareAll(seed));
await settler.stop();
await nodes.stop();
await clear();
await pushService.stop();
await mailbox.stop();
process.exitCode = failed === 0 ? 0 : 1;
