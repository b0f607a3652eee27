import { plot, type Line } from '../bench/support/plot.ts';
import { costsOf, loadOfOrganization, machinesOfCell } from './costs.ts';
import { figure } from './parameters.ts';
import { DEFAULT_LEVEL, type Day } from './simulate.ts';
import { periodOf } from './summary.ts';

const BLUE = '#1d6fb8';
const RED = '#c4532d';
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
const GIGABIT_BYTES = 1.25e8;

/** Cost of an installation by its users: modelled from the figures. */
export function pictureOfSizes(): string {
  const sizes = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
  const line = (of: (users: number) => number): Line[] => [
    {
      name: 'modelled from measured figures',
      color: BLUE,
      points: sizes.map((users) => [users, of(users)] as const),
    },
  ];
  return plot('From one machine to a hundred million users', 'users', [
    {
      title: 'busy cores, nodes and PostgreSQL',
      lines: line((users) => costsOf(users).nodeCores + costsOf(users).postgresCores),
    },
    { title: 'WAL, MB a second', lines: line((users) => costsOf(users).walBytesPerSecond / 1e6) },
    { title: 'tables, GB a year', lines: line((users) => costsOf(users).gigabytesPerYear) },
    { title: 'machines, with standbys', lines: line(machinesFor) },
  ]);
}

/** Small installations have one machine or a few; larger ones have cells. */
export function machinesFor(users: number): number {
  if (users <= ONE_MACHINE_USERS) return 1;
  const inEach = figure('cellUsers') * DEFAULT_LEVEL;
  const cells = users <= figure('cellUsers') ? 1 : Math.ceil(users / inEach);
  return cells * machinesOfCell(Math.min(users, inEach));
}

const ONE_MACHINE_USERS = 10_000;

/** Loads of one organization that limit its size, beside the limits. */
export function pictureOfOrganization(): string {
  const sizes = [1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6];
  const lines = (of: (users: number) => number, limit: number): Line[] => [
    {
      name: 'one organization, modelled',
      color: BLUE,
      points: sizes.map((users) => [users, of(users)] as const),
    },
    { name: 'limit', color: RED, points: sizes.map((users) => [users, limit] as const) },
  ];
  const tenGigabit = (10 * GIGABIT_BYTES) / 1e6;
  return plot('One organization at its busy hour', 'users', [
    {
      title: 'presence, MB/s; 10 Gbit/s',
      lines: lines((users) => loadOfOrganization(users).presenceBytesPerSecond / 1e6, tenGigabit),
    },
    {
      title: 'registrations in an hour, MB/s; 10 Gbit/s',
      lines: lines((users) => loadOfOrganization(users).registrationBytesPerSecond / 1e6, tenGigabit),
    },
    {
      title: 'sends a second; measured maximum',
      lines: lines((users) => loadOfOrganization(users).sendsPerSecond, figure('sendsPerSecond')),
    },
  ]);
}

/** A simulation over its days. */
export function pictureOfYears(days: readonly Day[]): string {
  const weekly = days.filter(({ day }) => day % WEEK_DAYS === 0);
  const monthly = Array.from({ length: Math.floor(days.length / MONTH_DAYS) }, (_, n) =>
    days.slice(n * MONTH_DAYS, (n + 1) * MONTH_DAYS),
  );
  const line = (points: readonly (readonly [number, number])[]): Line[] => [
    { name: 'simulated', color: BLUE, points },
  ];
  return plot(
    `Two years on cells, up to ${((days.at(-1)?.users ?? 0) / 1e6).toFixed(0)} million users`,
    'day',
    [
      { title: 'cells', lines: line(weekly.map((day) => [day.day, day.cells])) },
      {
        title: 'users of an average cell',
        lines: line(weekly.map((day) => [day.day, day.users / day.cells])),
      },
      {
        title: 'moves a day, by month',
        lines: line(monthly.map((month) => [month.at(-1)?.day ?? 0, periodOf(month).movesPerDay])),
      },
    ],
    'linear',
  );
}
