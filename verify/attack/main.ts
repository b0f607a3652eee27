import { readCommandLine } from '@parley/test-support/command-line.ts';
import { plantedHoles as plantedForgeries } from './forged/planted-holes.ts';
import { run as runForged } from './forged/run.ts';
import { runLargest } from './largest/run.ts';
import { plantedHoles } from './planted-holes.ts';
import { plantedProgramHoles } from './planted-programs.ts';
import { run, type Outcome } from './run.ts';
import { runGrown } from './grown/run.ts';

const { values } = readCommandLine({
  name: 'npm run attack',
  summary:
    'Attacks a node that has 1 GiB of memory while a bystander works, sends forged requests to everything that takes the cookie of a session, and counts the attacks that succeed.',
  options: {
    short: {
      type: 'boolean',
      default: false,
      help: 'leave out what takes many seconds: long attacks, holes of the node',
    },
    only: {
      type: 'string',
      value: 'text',
      help: 'attacks whose area or name contains this; "header:", "webhook:", "mail:" or "operation:" for the largest requests, "grown:" for objects that have grown',
    },
    planted: { type: 'boolean', default: false, help: 'find the planted holes instead' },
  },
  example: 'npm run attack -- --only "log-ins"',
});

/** Breaches that are printed. */
const MAX_LINES = 40;

function print({ area, name, success, evidence, doubts, milliseconds }: Outcome): void {
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`.padStart(8);
  console.log(`${evidence === undefined ? '✓' : '✗'} ${area.padEnd(12)}${name.padEnd(84)}${seconds}`);
  for (const doubt of doubts) console.log(`    an earlier try: ${doubt}`);
  if (evidence !== undefined) console.log(`    SUCCEEDED (${success}): ${evidence}`);
}

async function attack(): Promise<number> {
  const selection = { isShort: values.short, only: values.only };
  const { outcomes, quietMs, attackedMs } = await run(selection, print);
  const succeeded = outcomes.filter(({ evidence }) => evidence !== undefined).length;
  const forged = values.only === undefined ? await forge() : 0;
  const large = values.only === undefined || isLargest(values.only) ? await sendLargest() : 0;
  const grown =
    (values.only === undefined && !values.short) || values.only?.startsWith(GROWN) === true
      ? await readGrown()
      : 0;
  printBystander('attacks', quietMs, attackedMs);
  console.log(`attack: ${outcomes.length - succeeded} of ${outcomes.length} attacks failed`);
  return succeeded + forged + large + grown;
}

/** Lines of a table of the worst. */
const MAX_ROWS = 10;

/** Whether a selection names targets of the largest requests, such as `header: an asset`. */
function isLargest(only: string): boolean {
  return /^(?:header|webhook|mail|operation):/.test(only);
}

/** A selection of objects that have grown is a part of their names after this. */
const GROWN = 'grown:';

/** Sends every part of every request at its largest; returns the number of those that hold the node up. */
async function sendLargest(): Promise<number> {
  const { targets, requests, worst, failures, quietMs, attackedMs } = await runLargest(
    { isShort: values.short, only: values.only },
    (failure) => {
      console.log(`✗ ${failure}`);
    },
  );
  console.log('  ms of the main thread, status, slowest requests');
  for (const { request, status, threadMs } of worst.slice(0, MAX_ROWS))
    console.log(`${threadMs.toFixed(1).padStart(8)}  ${status}  ${request.target}: ${request.what}`);
  printBystander('the largest requests', quietMs, attackedMs);
  const held = targets - failures.length;
  console.log(`largest: ${held} of ${targets} targets within bounds, ${requests} requests`);
  return failures.length;
}

/** Grows objects to 10,000 parts and reads them; returns the number of reads that are too expensive. */
async function readGrown(): Promise<number> {
  console.log('  MiB, ms of the main thread: one read, four at once, after they left; MiB more memory');
  const reads = await runGrown(values.only?.slice(GROWN.length).trim() ?? '', (read) => {
    const figures = [read.mib, read.threadMs, read.togetherMs, read.lateMs, read.growthMib];
    const row = figures.map((figure, n) => figure.toFixed(n === 0 ? 1 : 0).padStart(7)).join('');
    console.log(`${read.faults.length === 0 ? '✓' : '✗'}${row}  ${read.name}: ${read.read}`);
    if (read.faults.length > 0) console.log(`    ${read.faults.join(', ')}`);
  });
  const held = reads.filter(({ faults }) => faults.length === 0).length;
  console.log(`grown: ${held} of ${reads.length} reads within bounds`);
  return reads.length - held;
}

function printBystander(during: string, quietMs: number, attackedMs: number): void {
  const ratio = quietMs === 0 ? '' : `, ${(attackedMs / quietMs).toFixed(1)} times`;
  console.log(
    `p99 of a bystander during ${during}: ${quietMs.toFixed(0)} ms alone, ${attackedMs.toFixed(0)} ms${ratio}`,
  );
}

/** Sends every forged request; returns the number of breaches. */
async function forge(): Promise<number> {
  const { targets, attacks, breaches, locked } = await runForged();
  for (const breach of breaches.slice(0, MAX_LINES)) console.log(`  breach: ${breach}`);
  for (const honest of locked.slice(0, MAX_LINES)) console.log(`  honest request refused: ${honest}`);
  console.log(`${targets} targets, ${targets - locked.length} of ${targets} honest requests admitted`);
  console.log(`forged: ${attacks - breaches.length} of ${attacks} refused`);
  return breaches.length + locked.length;
}

/** Failures of the largest requests to a node with a slow check. */
async function findSlowCheck(): Promise<number> {
  const slowCheck = new URL('largest/slow-check.mjs', import.meta.url);
  const selection = { isShort: true, only: 'operation: send-message: content' };
  const { failures } = await runLargest(selection, () => {}, { NODE_OPTIONS: `--import ${slowCheck.href}` });
  return failures.length;
}

async function findPlanted(): Promise<number> {
  let missed = 0;
  const judge = (name: string, found: number): void => {
    if (found === 0) missed += 1;
    console.log(`${name.padEnd(36)}${found === 0 ? 'NOT FOUND' : `${found} breaches`}`);
  };
  for (const [name, hole] of Object.entries(
    values.short ? {} : { ...plantedHoles, ...plantedProgramHoles },
  )) {
    const { outcomes } = await run({ isShort: true, only: hole.attack }, () => {}, hole);
    judge(name, outcomes.filter(({ evidence }) => evidence !== undefined).length);
  }
  if (!values.short) judge('a slow check of long texts', await findSlowCheck());
  for (const [name, hole] of Object.entries(plantedForgeries))
    judge(name, (await runForged(hole)).breaches.length);
  return missed;
}

process.exit((await (values.planted ? findPlanted() : attack())) === 0 ? 0 : 1);
