/** How a figure is known. Models multiply measured figures by assumed ones. */
export type Origin = 'measured' | 'assumed';

export type Figure = {
  readonly value: number;
  readonly unit: string;
  readonly origin: Origin;
  /** Where the figure was measured, or why it is assumed. */
  readonly source: string;
};

/** Every input of the model and of the simulation. */
export const FIGURES = {
  nodeCores: {
    value: 0.034,
    unit: 'cores of nodes for 1,000 connected users',
    origin: 'measured',
    source: '[A day](laboratory.md#a-day), 10,000 users; 0.051 with 2,500',
  },
  postgresCores: {
    value: 0.025,
    unit: 'cores of PostgreSQL for 1,000 connected users',
    origin: 'measured',
    source: '[A day](laboratory.md#a-day), 10,000 users; 0.043 with 2,500',
  },
  clientKilobytes: {
    value: 22,
    unit: 'kB of a node for a waiting client',
    origin: 'measured',
    source: '[Delivering](laboratory.md#delivering), 10,000 long polls; 17 by WebSocket',
  },
  deliveryMicroseconds: {
    value: 54,
    unit: 'processor µs of a node for a delivery',
    origin: 'measured',
    source: '[Delivering](laboratory.md#delivering), 10,000 long polls; 31 by WebSocket',
  },
  sendsPerSecond: {
    value: 6663,
    unit: 'messages a second of one organization',
    origin: 'measured',
    source: '[Sending](laboratory.md#sending-through-http), two cores for everything',
  },
  registrationNodeMs: {
    value: 24,
    unit: 'processor ms of a node for a registration',
    origin: 'measured',
    source: '[A morning](laboratory.md#a-morning), 10,000 users, a busy machine',
  },
  registrationPostgresMs: {
    value: 14,
    unit: 'processor ms of PostgreSQL for a registration',
    origin: 'measured',
    source: '[A morning](laboratory.md#a-morning), 10,000 users, a busy machine',
  },
  registrationBytesPerUser: {
    value: 74,
    unit: 'bytes of a registration, as gzip, for each user of the organization',
    origin: 'measured',
    source: '[A morning](laboratory.md#a-morning): 0.74 MB with 10,000; plain 566',
  },
  presenceBytesPerUser: {
    value: 3,
    unit: 'bytes of an answer to a presence report, as gzip, for each user online',
    origin: 'measured',
    source: '[A day](laboratory.md#a-day): 27.6 kB with 10,000, 303 kB with 100,000; plain 34',
  },
  walPerMessage: {
    value: 2900,
    unit: 'bytes of WAL for a message',
    origin: 'measured',
    source: '`npm run bench -- bytes`, 20 organizations; 2,500 with one',
  },
  diskPerMessage: {
    value: 800,
    unit: 'bytes of tables and indexes that a message keeps',
    origin: 'measured',
    source: '`npm run bench -- bytes`: 780 to 830',
  },
  logPerMessage: {
    value: 900,
    unit: 'bytes of event log for a message, kept for 8 days',
    origin: 'measured',
    source: '`npm run bench -- bytes`: 800 to 900',
  },
  walPerReport: {
    value: 245,
    unit: 'bytes of WAL for a presence report',
    origin: 'measured',
    source: '`npm run bench -- bytes`, 30 reports in a statement',
  },
  hashMicroseconds: {
    value: 5,
    unit: 'processor µs to hash a row when a move compares the copies',
    origin: 'measured',
    source: '`npm run bench -- bytes`, messages and log entries',
  },
  sendsPerMinute: {
    value: 0.014,
    unit: 'messages of a user in a minute of the busy hour',
    origin: 'assumed',
    source: 'mix of the benchmark `day`',
  },
  reportsPerMinute: {
    value: 1,
    unit: 'presence reports of a connected user in a minute',
    origin: 'assumed',
    source: 'interval of the clients',
  },
  messagesPerDay: {
    value: 10,
    unit: 'messages of a user on a working day, of which a year has 250',
    origin: 'assumed',
    source: 'a round figure; multiply it by yours',
  },
  readersPerMessage: {
    value: 0.01,
    unit: 'share of the connected users who receive a message',
    origin: 'assumed',
    source: 'channels with a hundredth of the organization',
  },
  headroom: {
    value: 2,
    unit: 'times the processors of the busy hour',
    origin: 'assumed',
    source: 'mornings, failed machines, vacuum, dumps',
  },
  machineCores: {
    value: 8,
    unit: 'cores of a machine, with 32 GB of memory',
    origin: 'assumed',
    source: 'a common size',
  },
  cellUsers: {
    value: 100_000,
    unit: 'users of a full cell',
    origin: 'assumed',
    source: 'a choice: see [the size of a cell](#the-size-of-a-cell)',
  },
  sizeExponent: {
    value: 1.06,
    unit: 'exponent of the power law of sizes',
    origin: 'assumed',
    source: 'published for the sizes of firms in the United States',
  },
  smallestSize: { value: 2, unit: 'users of the smallest organization', origin: 'assumed', source: 'a pair' },
  largestSize: {
    value: 100_000,
    unit: 'users of the largest organization',
    origin: 'assumed',
    source: 'more do not fit in a cell',
  },
  days: { value: 730, unit: 'simulated days', origin: 'assumed', source: 'two years' },
  growth: {
    value: 10,
    unit: 'times as many organizations at the end',
    origin: 'assumed',
    source: 'a fast start',
  },
  firstShare: {
    value: 0.2,
    unit: 'part of its final size with which an organization begins',
    origin: 'assumed',
    source: 'a team invites its company',
  },
  growDays: {
    value: 180,
    unit: 'days in which the missing part falls to 37 %',
    origin: 'assumed',
    source: 'half a year',
  },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof FIGURES;

/** The value of a figure. */
export function figure(name: FigureName): number {
  return FIGURES[name].value;
}
