import path from 'node:path';
import { say, spread, table } from '../support/figures.ts';
import { startSide, type Crowd, type CrowdOptions, type Figures } from './side.ts';

const OWN_CHECKOUT = path.join(import.meta.dirname, '../../..');

export type BesideOptions = {
  readonly checkout: string;
  readonly connections: number;
  /** Numbers of organizations that share the load, each measured at full rate. */
  readonly counts: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
};

type Case = CrowdOptions & { readonly name: string; readonly rate?: number };

/** The rate of an organization of some thousand users: each message comes alone. */
const LONE_RATE = 40;

/** Compares this checkout with another one. They take turns, so that other load on the machine meets both alike. */
export async function compareSends(options: BesideOptions): Promise<void> {
  const own = await startSide(OWN_CHECKOUT);
  try {
    const other = await startSide(options.checkout);
    try {
      for (const one of casesOf(options)) {
        const crowds = { own: await own.open(one), other: await other.open(one) };
        report(one.name, await compare(crowds, one, options));
        crowds.own.close();
        crowds.other.close();
      }
    } finally {
      await other.close();
    }
  } finally {
    await own.close();
  }
}

function casesOf({ counts, connections }: BesideOptions): Case[] {
  return counts.flatMap((organizations) => {
    const name = organizations === 1 ? 'one organization' : `${organizations} organizations`;
    const crowd = { organizations, connections };
    return [
      { ...crowd, name: `${name}, full rate, senders online`, isOnline: true },
      { ...crowd, name: `${name}, full rate, senders away`, isOnline: false },
      { ...crowd, name: `${name}, ${LONE_RATE} a second, senders online`, isOnline: true, rate: LONE_RATE },
      { ...crowd, name: `${name}, ${LONE_RATE} a second, senders away`, isOnline: false, rate: LONE_RATE },
    ];
  });
}

type Pair = { readonly own: Figures; readonly other: Figures };

async function compare(
  crowds: { readonly own: Crowd; readonly other: Crowd },
  { rate }: Case,
  { rounds, seconds }: BesideOptions,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let n = 0; n < rounds; n += 1)
    pairs.push({
      own: await crowds.own.measure(seconds, rate),
      other: await crowds.other.measure(seconds, rate),
    });
  return pairs;
}

const LINES = [
  ['processor µs of the server', 'server', 0],
  ['processor µs of PostgreSQL', 'postgres', 0],
  ['statements', 'statements', 2],
  ['messages a second', 'rate', 0],
  ['p50, ms', 'p50', 1],
  ['p99, ms', 'p99', 1],
] as const;

function report(name: string, pairs: readonly Pair[]): void {
  say(`\n${name}, ${pairs.length} rounds in turns, a message: median (smallest–largest)`);
  table(
    ['', 'this checkout', 'the other one', 'ratio'],
    LINES.map(([title, figure, digits]) => [
      title,
      spread(
        pairs.map(({ own }) => own[figure]),
        digits,
      ),
      spread(
        pairs.map(({ other }) => other[figure]),
        digits,
      ),
      spread(
        pairs.map(({ own, other }) => own[figure] / other[figure]),
        2,
      ),
    ]),
  );
}
