import { readCommandLine } from '@parley/test-support/command-line.ts';
import { ensureBuilt } from '../../packages/web/build/ensure-built.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { say, table } from './support/figures.ts';
import { liveEvents } from './web/live.ts';
import { coldStarts, warmPage, type Effort, type Row } from './web/measure.ts';
import { openStage } from './web/stage.ts';

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
    live: { type: 'boolean', default: false, help: 'measure messages that arrive, and nothing else' },
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
  await withBenchEnvironment(async (ground) => {
    const stage = await openStage(ground, 100, values.short ? 20 : LIVE_CHANNELS);
    try {
      rows.push(...(await liveEvents(stage, values.short ? 100 : 2_000)).map((row) => cells(100, row)));
    } finally {
      await stage.close();
    }
  });
  const sizes = values.short ? [100] : values.users.split(',').map(Number);
  for (const users of values.live ? [] : sizes)
    await withBenchEnvironment(async (ground) => {
      const stage = await openStage(ground, users);
      try {
        const measured = [...(await coldStarts(stage, effort)), ...(await warmPage(stage, effort))];
        rows.push(...measured.map((row) => cells(users, row)));
      } finally {
        await stage.close();
      }
    });
  table(['users, what', 'budget', 'ms', 'busy ms', 'bare ms', 'ratio'], rows);
}

function cells(users: number, { what, budget, measured, busy, bare, ratio }: Row): string[] {
  return [`${users}, ${what}`, budget, measured, busy?.toFixed(1) ?? '', bare ?? '', ratio?.toFixed(2) ?? ''];
}
