import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand } from '@parley/test-support/command.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { judge, longestSend, quantile } from './judge.ts';
import { plotMove } from './plot.ts';
import { setStage, type Organization, type Stage } from './stage.ts';
import { startTraffic, type Traffic } from './traffic.ts';

const { values } = readCommandLine({
  name: 'npm run cells',
  summary:
    'Moves organizations with traffic between two cells while nodes, PostgreSQL and the move itself are killed, and checks what clients received.',
  options: {
    organizations: { type: 'string', value: 'number', default: '20', help: 'organizations' },
    moves: { type: 'string', value: 'number', default: '50', help: 'moves' },
    seed: { type: 'string', value: 'number', default: '1', help: 'repeats the same faults' },
    plot: { type: 'string', value: 'file', default: '', help: 'writes a plot of the first move' },
    calm: { type: 'boolean', default: false, help: 'kills nothing' },
    short: { type: 'boolean', default: false, help: 'a quick run: 2 organizations, 3 moves' },
  },
  example: 'npm run cells -- --short',
});
const ORGANIZATIONS = values.short ? 2 : Number(values.organizations);
const MOVES = values.short ? 3 : Number(values.moves);
/** Three users of each organization send; many organizations leave less to each. */
const SEND_PAUSE_MS = values.short ? 40 : 150;
const random = seeded(Number(values.seed));

/** `switch` kills the command around the switch, `mover` at any other time. */
const FAULTS = [
  'none',
  'mover',
  'none',
  'switch',
  'none',
  'node',
  'none',
  'switch',
  'none',
  'postgres',
] as const;
const SHORT_FAULTS = ['none', 'switch', 'postgres'] as const;
type Fault = (typeof FAULTS)[number];

/** The command reports the comparison, departs, arrives and changes the map; a fault strikes within this time after the report. */
const SWITCH_MS = 250;
const MAX_ATTEMPTS = 6;
const MAX_PAUSE_MS = 1_000;

type Moved = {
  readonly fault: Fault;
  /** The longest send while the command ran, whatever delayed it. */
  readonly longestMs: number;
  /** The pause of writes that the command reports; undefined if a repetition completed the move. */
  readonly pauseMs: number | undefined;
  /** Why polls failed. */
  readonly failedPolls: readonly string[];
};

/** Duration of the last move without a fault, over which other faults are spread. */
let usualMs = 5_000;
const problems: string[] = [];
const moved: Moved[] = [];
const stage = await setStage(ORGANIZATIONS);
try {
  const traffic: Traffic[] = [];
  for (const organization of stage.organizations)
    traffic.push(await startTraffic(organization, SEND_PAUSE_MS));
  await pause(1_000);
  for (let n = 0; n < MOVES; n += 1) await moveOne(stage, traffic, n);
  for (const one of traffic) await one.stop();
  for (const one of traffic) problems.push(...judge(one));
  await report(traffic);
} finally {
  await stage.stop();
}
for (const problem of problems) console.log(`  wrong: ${problem}`);
console.log(`cells: ${problems.length} wrong`);
process.exit(problems.length === 0 ? 0 : 1);

async function moveOne(
  { cells, organizations, commandIn }: Stage,
  traffic: readonly Traffic[],
  n: number,
): Promise<void> {
  const organization = organizations[n % organizations.length] as Organization;
  const faults: readonly Fault[] = values.short ? SHORT_FAULTS : FAULTS;
  const fault = values.calm ? 'none' : (faults[n % faults.length] ?? 'none');
  const [from, to] = [organization.cell, 1 - organization.cell];
  const own = traffic.find((one) => one.organization === organization) as Traffic;
  const [began, failed] = [performance.now(), own.failedPolls.length];
  own.isMoving = true;
  let attempts = 0;
  let pauseMs: number | undefined;
  for (let code: number | null = null; code !== 0 && attempts < MAX_ATTEMPTS; attempts += 1) {
    const command = startCommand(['realm', 'move', organization.name, '--to', String(to)], {
      PATH: process.env['PATH'] ?? '',
      ...commandIn(from),
    });
    const strike = attempts > 0 || fault === 'none' ? Promise.resolve() : inject(fault, cells, command);
    const ended = await command.ended;
    await strike;
    code = ended.code;
    if (code !== 0 && fault !== 'mover' && fault !== 'switch')
      console.log(`    ${ended.err.trim().split('\n')[0] ?? ''}`);
    if (code !== 0) await pause(500);
    if (code === 0) organization.cell = to;
    // One pause to compare the copies, one to switch.
    const reported = [...ended.out.matchAll(/writes were paused for (\d+) ms/g)].map(([, ms]) => Number(ms));
    if (reported.length > 0) pauseMs = Math.max(pauseMs ?? 0, ...reported);
  }
  const ended = performance.now();
  own.isMoving = false;
  await pause(1_500);
  if (organization.cell !== to)
    problems.push(`${organization.name} did not move in ${MAX_ATTEMPTS} attempts`);
  const longestMs = longestSend(own, began, ended);
  const failedPolls = own.failedPolls.slice(failed).map(({ why }) => why);
  if (fault === 'none') usualMs = ended - began;
  moved.push({ fault, longestMs, pauseMs, failedPolls });
  console.log(
    `  move ${n + 1} of ${MOVES}: ${organization.name} to cell ${to}, fault ${fault}, ${attempts} attempts, ${((ended - began) / 1000).toFixed(1)} s, writes paused for ${pauseMs ?? '?'} ms, longest send ${longestMs.toFixed(0)} ms, failed polls: ${counted(failedPolls)}`,
  );
  if (n === 0 && values.plot !== '') await writeFile(values.plot, plotMove(own, began, ended));
}

/** How often each reason occurs: '3 × 503 UNAVAILABLE'. */
function counted(reasons: readonly string[]): string {
  const groups = [...Map.groupBy(reasons, (reason) => reason)];
  return groups.length === 0 ? '0' : groups.map(([reason, { length }]) => `${length} × ${reason}`).join(', ');
}

async function inject(
  fault: Exclude<Fault, 'none'>,
  cells: Stage['cells'],
  command: ReturnType<typeof startCommand>,
): Promise<void> {
  if (fault === 'switch') {
    await command.line(/the last rows are equal/).catch(() => {});
    await pause(random.next() * SWITCH_MS);
    command.child.kill('SIGKILL');
    return;
  }
  await pause(random.next() * usualMs);
  const cell = cells[random.next() < 0.5 ? 0 : 1];
  switch (fault) {
    case 'mover':
      command.child.kill('SIGKILL');
      return;
    case 'node':
      await cell?.killNode();
      return;
    case 'postgres':
      await cell?.postgres.crashAndRestart();
      return;
  }
}

async function report(traffic: readonly Traffic[]): Promise<void> {
  const sum = (pick: (one: Traffic) => number): number =>
    traffic.reduce((total, one) => total + pick(one), 0);
  const spread = (values: readonly number[]): string =>
    [0.5, 0.99, 1].map((part) => quantile(values, part).toFixed(0)).join(', ');
  const line = (name: string, some: readonly Moved[]): void => {
    const pauses = some.flatMap(({ pauseMs }) => pauseMs ?? []);
    const failed = some.flatMap(({ failedPolls }) => failedPolls);
    console.log(
      `${some.length} moves ${name}: writes paused for ${spread(pauses)} ms (p50, p99, max), longest send ${spread(some.map(({ longestMs }) => longestMs))} ms, failed polls: ${counted(failed)}`,
    );
  };
  const clean = moved.filter(({ fault }) => fault === 'none');
  line('without faults', clean);
  line(
    'with faults',
    moved.filter(({ fault }) => fault !== 'none'),
  );
  console.log(
    `${sum(({ sent }) => sent.length)} messages acknowledged, ${sum(({ received }) => received.flat().length)} received by ${sum(({ received }) => received.length)} queues, ${sum(({ polls }) => polls)} polls answered`,
  );
  if (
    quantile(
      clean.map(({ pauseMs }) => pauseMs ?? 0),
      0.99,
    ) > MAX_PAUSE_MS
  )
    console.log(`the goal of ${MAX_PAUSE_MS} ms was missed`);
}
