import { readCommandLine } from '@parley/test-support/command-line.ts';
import { startOwnPostgres } from '@parley/test-support/own-postgres.ts';
import { median, say, table } from '../bench/support/figures.ts';
import { attacks, SHORT_ATTACKS } from './attacks.ts';
import { runAttacks, type AttackResult } from './run.ts';
import { openStage } from './stage.ts';

const { values, fail } = readCommandLine({
  name: 'npm run neighbors',
  summary:
    'Lets one organization do everything at its limits while another one works as usual, and compares the latencies of the other with those alone.',
  options: {
    short: { type: 'boolean', default: false, help: 'a few attacks, once, on the PostgreSQL for tests' },
    only: { type: 'string', value: 'NAME', help: 'attacks whose name contains this' },
    rounds: { type: 'string', value: 'N', default: '3', help: 'rounds of each attack (3)' },
    seconds: {
      type: 'string',
      value: 'N',
      default: '4',
      help: 'seconds alone, before and after each attack (4)',
    },
  },
  example: 'npm run neighbors -- --only searches --rounds 5',
});

/** The goal: latencies at most twice those alone, and no failed request. A short run, with its few samples, judges no latency. */
const MAX_RATIO = 2;
const maxRatio = values.short ? Infinity : MAX_RATIO;
const HISTORY_MESSAGES = 5_200;
const SHORT_HISTORY_MESSAGES = 800;
const SHORT_MILLISECONDS = 600;

const names = (values.short ? SHORT_ATTACKS : Object.keys(attacks)).filter((name) =>
  name.includes(values.only ?? ''),
);
if (names.length === 0) fail(`No attack has a name with "${values.only}".`);

async function run(): Promise<number> {
  const postgres = values.short ? undefined : await startOwnPostgres();
  try {
    const stage = await openStage(postgres?.url, values.short ? SHORT_HISTORY_MESSAGES : HISTORY_MESSAGES);
    try {
      const results = await runAttacks(stage, {
        names,
        rounds: values.short ? 1 : Number(values.rounds),
        milliseconds: values.short ? SHORT_MILLISECONDS : Number(values.seconds) * 1000,
        onResult: ({ name, ratio, failures }) => {
          say(`${name}: ${ratio.toFixed(1)} × alone, ${failures.length} failures`);
          for (const failure of new Set(failures)) say(`  ${failure}`);
        },
      });
      return report(results);
    } finally {
      await stage.clear();
    }
  } finally {
    await postgres?.remove();
  }
}

function report(results: readonly AttackResult[]): number {
  const isMet = ({ ratio, failures }: AttackResult): boolean => ratio <= maxRatio && failures.length === 0;
  table(
    [
      'attack',
      'p99 alone',
      'p99 attacked',
      'ratio',
      'failures',
      'accepted',
      'refused',
      'processors',
      'recovery',
      'goal',
    ],
    results.map((result) => [
      result.name,
      `${median(result.rounds.map(({ alone }) => alone)).toFixed(0)} ms`,
      `${median(result.rounds.map(({ attacked }) => attacked)).toFixed(0)} ms`,
      result.ratio.toFixed(1),
      String(result.failures.length),
      String(result.counts.accepted),
      String(result.counts.refused + result.counts.failed),
      result.processors.toFixed(2),
      `${result.recoverySeconds.toFixed(1)} s`,
      isMet(result) ? 'met' : 'MISSED',
    ]),
  );
  const met = results.filter(isMet).length;
  say();
  const latencies = values.short
    ? 'let no request fail'
    : `leave p99 within ${maxRatio} × and no request fails`;
  say(`neighbors: ${met} of ${results.length} attacks ${latencies}`);
  return met === results.length ? 0 : 1;
}

process.exit(await run());
