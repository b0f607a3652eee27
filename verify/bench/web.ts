import { readCommandLine } from '@parley/test-support/command-line.ts';
import { ensureBuilt } from '../../packages/web/build/ensure-built.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { say, table } from './support/figures.ts';
import { liveEvents, queuedEvents } from './web/live.ts';
import { warmPages, type Effort } from './web/measure.ts';
import type { Row, PageSide } from './web/row.ts';
import { openBeside, openStage } from './web/stage.ts';
import { coldStarts } from './web/starts.ts';
import type { Work } from './web/visit.ts';

const COMMAND = {
  name: 'npm run bench -- web',
  summary:
    'Measures the web client in Chromium on a real server, beside bare fetches of the same bytes and a bare page with the same elements.',
  options: {
    users: {
      type: 'string',
      value: 'numbers',
      default: '100,10000,100000',
      help: 'users of the organization',
    },
    rounds: { type: 'string', value: 'number', default: '5', help: 'starts of each kind' },
    beside: {
      type: 'string',
      value: 'directory',
      help: 'another build of the web client, which takes turns with this one',
    },
    only: { type: 'string', value: 'parts', help: 'of live, queued, starts and page' },
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
  },
  example: 'npm run bench -- web --users 10000',
} as const;

const LIVE_CHANNELS = 303;
const SHORT: Effort = { rounds: 1, steps: 12, events: 100 };

export async function benchWeb(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  await ensureBuilt(say);
  const effort = values.short ? SHORT : { rounds: Number(values.rounds), steps: 48, events: 3_000 };
  const rows: string[][] = [];
  const measure = async (users: number, channels: number, work: Measurement): Promise<void> =>
    withBenchEnvironment(async (ground) => {
      const stage = await openStage(ground, users, channels);
      const sides: PageSide[] = [{ name: '', stage }];
      try {
        if (values.beside !== undefined)
          sides.push({ name: 'beside', stage: await openBeside(stage, ground.environment, values.beside) });
        rows.push(...(await work(sides)).map((row) => cells(users, row)));
      } finally {
        for (const side of sides.toReversed()) await side.stage.close();
      }
    });
  const isWanted = (part: string): boolean =>
    values.only === undefined || values.only.split(',').includes(part);
  if (isWanted('live') || isWanted('queued'))
    await measure(100, values.short ? 20 : LIVE_CHANNELS, async (sides) => {
      const found: Row[] = [];
      if (isWanted('live'))
        for (const side of sides) found.push(...(await liveEvents(side, values.short ? 100 : 2_000)));
      if (isWanted('queued'))
        for (const side of sides) found.push(...(await queuedEvents(side, values.short ? 100 : 500)));
      return found;
    });
  for (const users of values.short ? [100] : values.users.split(',').map(Number))
    if (isWanted('starts') || isWanted('page'))
      await measure(users, 20, async (sides) => [
        ...(isWanted('starts') ? await coldStarts(sides, effort.rounds) : []),
        ...(isWanted('page') ? await warmPages(sides, effort) : []),
      ]);
  table(
    ['users, what', 'budget', 'ms', 'busy: script, style, layout', 'bare ms', 'bare busy', 'ratio, busy'],
    rows,
  );
}

type Measurement = (sides: readonly PageSide[]) => Promise<readonly Row[]>;

function cells(users: number, { what, budget, measured, work, bare, bareWork, ratio }: Row): string[] {
  const busy = work && bareWork ? (work.busy / bareWork.busy).toFixed(2) : '';
  return [
    `${users}, ${what}`,
    budget,
    measured,
    work === undefined ? '' : workText(work),
    bare ?? '',
    bareWork === undefined ? '' : workText(bareWork),
    [ratio?.toFixed(2) ?? '', busy].filter(Boolean).join(', '),
  ];
}

/** The whole and its parts; the rest of the whole is mostly painting. */
function workText({ busy, script, style, layout }: Work): string {
  return `${busy.toFixed(1)}: ${[script, style, layout].map((part) => part.toFixed(1)).join(', ')}`;
}
