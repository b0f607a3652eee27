import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { say } from '../bench/support/figures.ts';
import { complaintsOf, rowOf, type Observation } from './judge.ts';
import { scenarios, type Scenario } from './scenarios.ts';
import { openStage, type Node, type Stage } from './stage.ts';

const { values, fail } = readCommandLine({
  name: 'npm run faults',
  summary:
    'Breaks the parts that a node depends on, one after the other, and checks that user, log, health check, metrics and doctor tell of each fault, without stacks and in few lines.',
  options: {
    short: { type: 'boolean', default: false, help: 'the faults of one node, for a few seconds each' },
    only: { type: 'string', value: 'TEXT', help: 'faults whose name contains this' },
    seconds: {
      type: 'string',
      value: 'number',
      default: '65',
      help: 'how long each fault lasts at least, without --short (65: longer than the minute of a line)',
    },
  },
  example: 'npm run faults -- --only disk --seconds 10',
});

const chosen = scenarios.filter(
  ({ name, isShort }) => name.includes(values.only ?? '') && (!values.short || isShort === true),
);
if (chosen.length === 0) fail(`No fault has a name with "${values.only}".`);
const seconds = values.short ? 0 : Number(values.seconds);

const ACT_EVERY_MS = 250;
/** A fault that nobody was told of within this time is silent. */
const PATIENCE_MS = 90_000;

async function main(): Promise<void> {
  const stage = await openStage();
  const rows: string[][] = [];
  let failures = 0;
  let misled: Node | undefined;
  try {
    for (const scenario of chosen) {
      if (scenario.isPossible?.(stage) === false) {
        say(`${scenario.name}: skipped, it needs root`);
        continue;
      }
      if (scenario.on === 'misled') misled ??= await stage.startMisledNode();
      const node = (scenario.on === 'misled' ? misled : undefined) ?? stage.node;
      const { seen, complaints } = await runOne(stage, node, scenario);
      rows.push([scenario.name, ...rowOf(seen, scenario.expected)]);
      if (complaints.length > 0) failures += 1;
      say(`${complaints.length === 0 ? '✓' : '✗'} ${scenario.name}`);
      for (const complaint of complaints) say(`  ${complaint}`);
      if (complaints.length > 0)
        for (const line of [
          ...seen.log.slice(0, 20),
          ...seen.doctor.split('\n').filter((text) => /[✗!→]/.test(text)),
        ])
          say(`  | ${line.slice(0, 300)}`);
    }
  } finally {
    await stage.stop();
  }
  say();
  say(`| fault | user | log | /health | metric | doctor |`);
  say(`|---|---|---|---|---|---|`);
  for (const row of rows) say(`| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  say();
  say(`faults: ${rows.length - failures} of ${rows.length} are told as they must be`);
  process.exitCode = failures === 0 ? 0 : 1;
}

/** Begins a fault, looks until everything tells of it, and ends it. */
async function runOne(
  stage: Stage,
  node: Node,
  scenario: Scenario,
): Promise<{ seen: Observation; complaints: string[] }> {
  const from = scenario.on === 'misled' ? 0 : node.output().length;
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const end = await scenario.begin(stage);
  const user: number[] = [];
  const look = async (doctor: string): Promise<Observation> => ({
    user,
    log: node.output().slice(from).split('\n').filter(Boolean),
    seconds: elapsed(),
    health: await node.health(),
    metrics: await node.metrics(),
    doctor,
  });
  const untold = { ...scenario.expected, doctor: /^/ };
  do {
    user.push(await scenario.act(node));
    await pause(ACT_EVERY_MS);
  } while (
    (elapsed() < seconds || complaintsOf(await look(''), untold).length > 0) &&
    elapsed() < PATIENCE_MS / 1000 + seconds
  );
  const seen = await look(await node.doctor());
  await end();
  const complaints = [...complaintsOf(seen, scenario.expected), ...(await recover(node, scenario, from))];
  return { seen, complaints };
}

/** Every fault that can end is over by itself: requests succeed, the node is ready, and the log tells of the end. */
async function recover(
  node: Node,
  { after, act, expected, on, name }: Scenario,
  from: number,
): Promise<string[]> {
  if (on === 'misled' || name.includes('damaged')) return [];
  const deadline = performance.now() + PATIENCE_MS;
  const isOver = async (): Promise<boolean> =>
    (await node.health()) === 200 &&
    (await act(node)) === 200 &&
    (after === undefined || after.test(node.output().slice(from)));
  while (!(await isOver())) {
    if (performance.now() > deadline) return [`the fault did not end (${String(after ?? expected.health)})`];
    await pause(ACT_EVERY_MS);
  }
  return [];
}

await main();
