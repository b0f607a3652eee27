import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { startEjabberd } from './peers/ejabberd.ts';
import { startNgircd } from './peers/ngircd.ts';
import { startParley } from './peers/parley.ts';
import { MEMBERS, ROOMS, type Peer } from './peers/peer.ts';
import { RoomCrowd, type Talk } from './peers/talk.ts';
import { drawBars, type BarPanel } from './support/bars.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';
import { costMeter, type Costs } from './support/costs.ts';
import { median, say, spread, table } from './support/figures.ts';
import { residentKilobytes } from './support/memory.ts';

const COMMAND = {
  name: 'npm run bench -- peers',
  summary: `Measures messages in ${ROOMS} rooms of ${MEMBERS} members beside other servers, one after another: ejabberd with its archive in the same PostgreSQL, and ngircd, which keeps nothing. Both are Debian's: apt-get install ejabberd erlang-p1-pgsql ngircd.`,
  options: {
    rounds: { type: 'string', value: 'number', default: '3', help: 'rounds of all servers in turns' },
    seconds: { type: 'string', value: 'number', default: '10', help: 'duration of each measurement' },
    rate: {
      type: 'string',
      value: 'number',
      default: '100',
      help: 'messages a second of the calm measurement',
    },
    'write-docs': { type: 'boolean', default: false, help: 'write the plot of docs/performance.md' },
  },
  example: 'npm run bench -- peers --rounds 1',
} as const;

const PICTURE = path.join(import.meta.dirname, '../../docs/images/peers.svg');

type Part = { readonly talk: Talk; readonly costs: Costs };
type Round = {
  readonly full: Part;
  readonly calm: Part;
  /** Resident memory at rest and at the end. */
  readonly megabytes: readonly [rest: number, end: number];
  readonly kilobytesEach: number;
};
type Times = { readonly rounds: number; readonly seconds: number; readonly rate: number };

export async function benchPeers(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const times: Times = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    rate: Number(values.rate),
  };
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-peers-'));
  try {
    await withBenchEnvironment(async (ground) => {
      const results = await measureInTurns(ground, directory, times);
      report(results, times);
      if (values['write-docs']) await writeFile(PICTURE, pictureOf(results, times));
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measureInTurns(
  ground: BenchEnvironment,
  directory: string,
  times: Times,
): Promise<Map<string, Round[]>> {
  const results = new Map<string, Round[]>();
  for (let round = 1; round <= times.rounds; round += 1) {
    const home = (name: string): Promise<string> => mkdtemp(path.join(directory, name));
    const starts = [
      () => startParley(ground, round),
      async () => startEjabberd(await home('ejabberd'), new URL(ground.postgres.url)),
      async () => startNgircd(await home('ngircd')),
    ];
    for (const start of starts) {
      const peer = await start();
      try {
        const measured = await measure(peer, ground, times);
        results.set(peer.name, [...(results.get(peer.name) ?? []), measured]);
        say(`round ${round}, ${peer.name}: ${rateOf(measured.full.talk).toFixed(0)} messages a second`);
      } finally {
        await peer.stop();
      }
    }
  }
  return results;
}

/** Until what follows a message is done: notifications, the search index, acknowledgments. */
const SETTLE_MS = 3_000;

async function measure(peer: Peer, { postgres }: BenchEnvironment, { seconds, rate }: Times): Promise<Round> {
  const rest = await residentKilobytes(peer.pid);
  const crowd = await RoomCrowd.join(peer);
  const joined = await residentKilobytes(peer.pid);
  const meter = costMeter({ server: peer.pid, postgres: postgres.pid(), load: process.pid });
  const part = async (work: () => Promise<Talk>): Promise<Part> => {
    const start = await meter();
    const talk = await work();
    await pause(SETTLE_MS);
    return { talk, costs: start.until(await meter(), talk.messages) };
  };
  try {
    // Hot code is compiled, and everybody has spoken.
    await part(() => crowd.atFullRate(seconds / 2));
    const calm = await part(() => crowd.atRate(rate, seconds));
    const full = await part(() => crowd.atFullRate(seconds));
    const end = await residentKilobytes(peer.pid);
    return {
      full,
      calm,
      megabytes: [rest / 1024, end / 1024],
      kilobytesEach: (joined - rest) / (ROOMS * MEMBERS),
    };
  } finally {
    crowd.leave();
  }
}

function rateOf(talk: Talk): number {
  return talk.messages / talk.seconds;
}

function report(results: ReadonlyMap<string, readonly Round[]>, { rate }: Times): void {
  const row = (name: string, parts: readonly Part[]): string[] => [
    name,
    spread(parts.map(({ talk }) => rateOf(talk))),
    spread(parts.map(({ costs }) => costs.server)),
    spread(parts.map(({ costs }) => costs.postgres)),
    spread(
      parts.map(({ talk }) => talk.p50),
      1,
    ),
    spread(
      parts.map(({ talk }) => talk.p99),
      1,
    ),
    median(parts.map(({ costs }) => costs.load)).toFixed(0),
  ];
  const head = ['messages/s', 'server µs', 'PostgreSQL µs', 'p50 ms', 'p99 ms', 'driver µs'];
  const rows = [...results];
  table(
    ['at full rate', ...head],
    rows.map(([name, rounds]) =>
      row(
        name,
        rounds.map(({ full }) => full),
      ),
    ),
  );
  table(
    [`at ${rate} a second`, ...head],
    rows.map(([name, rounds]) =>
      row(
        name,
        rounds.map(({ calm }) => calm),
      ),
    ),
  );
  table(
    ['memory', 'kB a member', 'MB at rest', 'MB at the end'],
    rows.map(([name, rounds]) => [
      name,
      spread(rounds.map(({ kilobytesEach }) => kilobytesEach)),
      spread(rounds.map(({ megabytes }) => megabytes[0])),
      spread(rounds.map(({ megabytes }) => megabytes[1])),
    ]),
  );
}

function pictureOf(results: ReadonlyMap<string, readonly Round[]>, { rate }: Times): string {
  const panel = (title: string, partsOf: (rounds: readonly Round[]) => number[]): BarPanel => ({
    title,
    bars: [...results].map(([name, rounds]) => ({ name, parts: partsOf(rounds) })),
  });
  const costs = (rounds: readonly Round[], which: 'full' | 'calm'): number[] => [
    median(rounds.map((round) => round[which].costs.server)),
    median(rounds.map((round) => round[which].costs.postgres)),
  ];
  return drawBars(
    `A message to ${MEMBERS} readers`,
    [
      panel('processor µs at full rate', (rounds) => costs(rounds, 'full')),
      panel(`processor µs at ${rate} a second`, (rounds) => costs(rounds, 'calm')),
      panel(`p99 ms to the readers, ${rate} a second`, (rounds) => [
        median(rounds.map(({ calm }) => calm.talk.p99)),
      ]),
    ],
    [
      { name: 'server', color: '#3b6fd4' },
      { name: 'PostgreSQL', color: '#e08a2e' },
    ],
  );
}
