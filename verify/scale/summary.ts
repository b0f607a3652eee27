import { machinesOfCell, comparisonOfMove } from './costs.ts';
import { figure } from './parameters.ts';
import { sum, type Day } from './simulate.ts';

/** Part of a simulation, such as a quarter: its last day, and its moves. */
export type Period = {
  readonly last: Day;
  readonly machines: number;
  /** Users in relation to those that full cells would have. */
  readonly utilization: number;
  readonly fullest: number;
  readonly movesPerDay: number;
  readonly mostMovesInADay: number;
  readonly movedUsersPerDay: number;
  readonly largestMove: number;
};

/** Days of a quarter, of which two years have eight and two days more. */
export const QUARTER_DAYS = 91;

/** The first day, then quarters. The last one takes the days that are left over. */
export function quartersOf(days: readonly Day[]): Period[] {
  const [first, ...others] = days;
  if (first === undefined) return [];
  const quarters = Math.floor(others.length / QUARTER_DAYS);
  const parts = Array.from({ length: quarters }, (_, n) =>
    others.slice(n * QUARTER_DAYS, n === quarters - 1 ? undefined : (n + 1) * QUARTER_DAYS),
  );
  return [periodOf([first]), ...parts.map(periodOf)];
}

export function periodOf(days: readonly Day[]): Period {
  const last = days.at(-1);
  if (last === undefined) throw new Error('A period has at least one day.');
  return {
    last,
    machines: sum(last.usersOfCells.map(machinesOfCell)),
    utilization: last.users / (last.cells * figure('cellUsers')),
    fullest: Math.max(...last.usersOfCells) / figure('cellUsers'),
    movesPerDay: sum(days.map(({ moves }) => moves)) / days.length,
    mostMovesInADay: Math.max(...days.map(({ moves }) => moves)),
    movedUsersPerDay: sum(days.map(({ movedUsers }) => movedUsers)) / days.length,
    largestMove: Math.max(...days.map(({ largestMove }) => largestMove)),
  };
}

export const HEAD = [
  'day',
  'users',
  'organizations',
  'cells',
  'machines',
  'utilization',
  'fullest cell',
  'moves a day',
  'most in a day',
  'largest moved',
];

/** Cells of a table row for a period. */
export function rowOf(period: Period): string[] {
  const { last } = period;
  return [
    String(last.day),
    thousands(last.users),
    thousands(last.organizations),
    thousands(last.cells),
    thousands(period.machines),
    percent(period.utilization),
    percent(period.fullest),
    period.movesPerDay.toFixed(1),
    String(period.mostMovesInADay),
    thousands(period.largestMove),
  ];
}

/** Sentences below the table. */
export function notesOf(days: readonly Day[]): string[] {
  const whole = periodOf(days);
  return [
    `${thousands(sum(days.map(({ moves }) => moves)))} moves in ${days.length} days, of ${thousands(Math.round(whole.movedUsersPerDay))} users a day on average.`,
    `Modelled comparison of a move, one year of messages: ${comparisonOfMove(100, 1).toFixed(1)} s with 100 users, ${comparisonOfMove(1_000, 1).toFixed(0)} s with 1,000, ${(comparisonOfMove(whole.largestMove, 1) / 60).toFixed(0)} min for the largest.`,
  ];
}

export function thousands(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)} %`;
}
