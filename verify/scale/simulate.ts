import { seeded } from '@parley/test-support/seeded.ts';
import { Cells, limitsFor } from './cells.ts';
import { figure } from './parameters.ts';
import { createPopulation, type Population } from './population.ts';

/** State at the end of a day, and the moves of that day. */
export type Day = {
  readonly day: number;
  readonly users: number;
  readonly organizations: number;
  readonly cells: number;
  readonly usersOfCells: readonly number[];
  readonly moves: number;
  readonly movedUsers: number;
  readonly largestMove: number;
};

export type Scenario = { readonly users: number; readonly seed: number; readonly level: number };

/** Level to which cells are filled unless another one is chosen. */
export const DEFAULT_LEVEL = 0.7;
/** An organization changes its size once a week, on a day that depends on its number. */
const RESIZE_DAYS = 7;

/** Days of a growing population on cells. The same scenario gives the same days. */
export function* simulate({ users, seed, level }: Scenario): Generator<Day> {
  const random = seeded(seed);
  const population = createPopulation(random, users);
  const cells = new Cells(population.count, limitsFor(figure('cellUsers'), level), random);
  let present = 0;
  for (let day = 0; day <= figure('days'); day += 1) {
    resize(population, cells, present, day);
    for (; present < population.count && (population.firstDays[present] ?? 0) <= day; present += 1)
      cells.place(present, population.sizeOn(present, day));
    const moves = cells.rebalance();
    cells.check();
    const usersOfCells = cells.users;
    yield {
      day,
      users: sum(usersOfCells),
      organizations: present,
      cells: cells.count,
      usersOfCells,
      moves: moves.length,
      movedUsers: sum(moves.map(({ users: moved }) => moved)),
      largestMove: moves.reduce((largest, { users: moved }) => Math.max(largest, moved), 0),
    };
  }
}

function resize(population: Population, cells: Cells, present: number, day: number): void {
  for (let n = day % RESIZE_DAYS; n < present; n += RESIZE_DAYS) cells.resize(n, population.sizeOn(n, day));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
