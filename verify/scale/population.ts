import type { Seeded } from '@parley/test-support/seeded.ts';
import { figure } from './parameters.ts';

/** Organizations in the order of their first day. Days before 0 are history. */
export type Population = {
  readonly count: number;
  /** Size that an organization approaches. */
  readonly finalSizes: Uint32Array;
  readonly firstDays: Int32Array;
  /** Users of an organization on a day that is not before its first. */
  sizeOn(organization: number, day: number): number;
};

/** A size by the power law P(size ≥ s) ∝ s^−exponent, between the smallest and the largest. */
export function powerLawSize(random: Seeded, largest = figure('largestSize')): number {
  const [smallest, exponent] = [figure('smallestSize'), figure('sizeExponent')];
  const tail = (smallest / largest) ** exponent;
  return Math.floor(smallest / (1 - random.next() * (1 - tail)) ** (1 / exponent));
}

/** Creates organizations until they have the given number of users on the last day. */
export function createPopulation(random: Seeded, users: number): Population {
  const days = figure('days');
  const shares = growthByAge(days);
  const sizes: number[] = [];
  const births: number[] = [];
  for (let sum = 0; sum < users;) {
    const size = powerLawSize(random);
    const born = firstDay(random, days);
    sizes.push(size);
    births.push(born);
    sum += usersOf(size, shareAt(shares, days - born));
  }
  const order = orderByDay(births);
  const finalSizes = Uint32Array.from(order, (n) => sizes[n] ?? 0);
  const firstDays = Int32Array.from(order, (n) => births[n] ?? 0);
  return {
    count: order.length,
    finalSizes,
    firstDays,
    sizeOn: (organization, day) =>
      usersOf(finalSizes[organization] ?? 0, shareAt(shares, day - (firstDays[organization] ?? 0))),
  };
}

/** Numbers of the organizations by their first day. Counting is faster than sorting millions of them. */
function orderByDay(births: readonly number[]): Uint32Array {
  const starts = new Uint32Array(figure('days') + MAX_HISTORY_DAYS + 2);
  for (const born of births)
    starts[born + MAX_HISTORY_DAYS + 1] = (starts[born + MAX_HISTORY_DAYS + 1] ?? 0) + 1;
  for (let n = 1; n < starts.length; n += 1) starts[n] = (starts[n] ?? 0) + (starts[n - 1] ?? 0);
  const order = new Uint32Array(births.length);
  for (const [organization, born] of births.entries()) {
    const place = starts[born + MAX_HISTORY_DAYS] ?? 0;
    order[place] = organization;
    starts[born + MAX_HISTORY_DAYS] = place + 1;
  }
  return order;
}

/** The number of organizations grows exponentially, so the first day of one is the logarithm of a uniform number. */
function firstDay(random: Seeded, days: number): number {
  const born = days * (1 + Math.log(1 - random.next()) / Math.log(figure('growth')));
  return Math.min(days, Math.max(-MAX_HISTORY_DAYS, Math.floor(born)));
}

/** Organizations older than this have their final size. */
const MAX_HISTORY_DAYS = 2_000;

function growthByAge(days: number): Float64Array {
  return Float64Array.from(
    { length: days + MAX_HISTORY_DAYS + 1 },
    (_, age) => 1 - (1 - figure('firstShare')) * Math.exp(-age / figure('growDays')),
  );
}

function shareAt(shares: Float64Array, age: number): number {
  return shares[age] ?? 1;
}

function usersOf(finalSize: number, share: number): number {
  return Math.max(1, Math.round(finalSize * share));
}
