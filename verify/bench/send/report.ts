import type { Costs } from '../support/costs.ts';
import { median, say, spread, table } from '../support/figures.ts';

/** Messages per second of the bare statement, and processor microseconds of each. */
export type BareRate = { readonly clients: number; readonly rate: number; readonly cost: number };
export type Round = {
  readonly rate: number;
  readonly costs: Costs;
  readonly bare: readonly BareRate[];
  readonly p50: number;
  readonly p99: number;
};

/** Fraction of the max rate at which latency is measured. */
export const CALM = 0.7;

export function report(name: string, rounds: readonly Round[]): void {
  const of = (figure: (round: Round) => number, digits = 0): string => spread(rounds.map(figure), digits);
  say(`\n${name}, ${rounds.length} rounds: median (smallest–largest)`);
  table(
    ['', 'messages a second'],
    [
      ...barely(rounds),
      ['through HTTP', of(({ rate }) => rate)],
      ...compared(rounds),
      [`at ${CALM * 100} % of that: p50, ms`, of(({ p50 }) => p50, 1)],
      [`at ${CALM * 100} % of that: p99, ms`, of(({ p99 }) => p99, 1)],
      ['processor µs a message: server', of(({ costs }) => costs.server)],
      ['processor µs a message: PostgreSQL', of(({ costs }) => costs.postgres)],
      ['processor µs a message: load', of(({ costs }) => costs.load)],
    ],
  );
}

function barely(rounds: readonly Round[]): string[][] {
  return (rounds[0]?.bare ?? []).flatMap(({ clients }, place) => [
    [`bare statement, clients: ${clients}`, spread(rounds.map(({ bare }) => bare[place]?.rate ?? 0))],
    ['  processor µs a message: PostgreSQL', spread(rounds.map(({ bare }) => bare[place]?.cost ?? 0))],
  ]);
}

/** Compared with the client count at which the bare statement is fastest. */
function compared(rounds: readonly Round[]): string[][] {
  const rates = (rounds[0]?.bare ?? []).map((_, place) => rounds.map(({ bare }) => bare[place]?.rate ?? 0));
  const best = rates.toSorted((a, b) => median(b) - median(a))[0];
  if (best === undefined) return [];
  const ratios = rounds.map(({ rate }, n) => rate / (best[n] ?? 1));
  return [['ratio to the best bare', spread(ratios, 2)]];
}
