import { figure } from './parameters.ts';

const GIGA = 1e9;
const WORKING_DAYS = 250;
const LOG_DAYS = 8;
const HOUR_MINUTES = 60;

/** Costs of users at the busy hour, all of them connected. */
export type Costs = {
  readonly nodeCores: number;
  readonly postgresCores: number;
  readonly sendsPerSecond: number;
  readonly walBytesPerSecond: number;
  /** Memory of nodes for waiting clients. */
  readonly clientGigabytes: number;
  readonly gigabytesPerYear: number;
  readonly logGigabytes: number;
  /** Time in which one core lets all users register, with PostgreSQL. */
  readonly morningCoreMinutes: number;
};

export function costsOf(users: number): Costs {
  const sendsPerSecond = (users * figure('sendsPerMinute')) / 60;
  const reportsPerSecond = (users * figure('reportsPerMinute')) / 60;
  const messagesPerYear = users * figure('messagesPerDay') * WORKING_DAYS;
  return {
    nodeCores: (users / 1_000) * figure('nodeCores'),
    postgresCores: (users / 1_000) * figure('postgresCores'),
    sendsPerSecond,
    walBytesPerSecond: sendsPerSecond * figure('walPerMessage') + reportsPerSecond * figure('walPerReport'),
    clientGigabytes: (users * figure('clientKilobytes') * 1_000) / GIGA,
    gigabytesPerYear: (messagesPerYear * figure('diskPerMessage')) / GIGA,
    logGigabytes: (users * figure('messagesPerDay') * LOG_DAYS * figure('logPerMessage')) / GIGA,
    morningCoreMinutes:
      (users * (figure('registrationNodeMs') + figure('registrationPostgresMs'))) / 1_000 / 60,
  };
}

/** PostgreSQL with a standby, and nodes of which one machine may fail. Balancers and backups are not counted. */
export function machinesOfCell(users: number): number {
  const cores = costsOf(users).nodeCores * figure('headroom');
  return 2 + Math.ceil(cores / figure('machineCores')) + 1;
}

/** Loads of one organization that grow faster than its users, at the busy hour. */
export type OrganizationLoad = {
  /** Answers to presence reports, each of which lists all users. */
  readonly presenceBytesPerSecond: number;
  /** Registrations of all users within an hour, as gzip. */
  readonly registrationBytesPerSecond: number;
  readonly sendsPerSecond: number;
  /** Cores of nodes that deliver. */
  readonly deliveryCores: number;
};

export function loadOfOrganization(users: number): OrganizationLoad {
  const { sendsPerSecond } = costsOf(users);
  const deliveriesPerSecond = sendsPerSecond * users * figure('readersPerMessage');
  return {
    presenceBytesPerSecond:
      ((users * figure('reportsPerMinute')) / 60) * users * figure('presenceBytesPerUser'),
    registrationBytesPerSecond: (users * users * figure('registrationBytesPerUser')) / (HOUR_MINUTES * 60),
    sendsPerSecond,
    deliveryCores: (deliveriesPerSecond * figure('deliveryMicroseconds')) / 1e6,
  };
}

/** Seconds in which a move compares the copies, if PostgreSQL hashes all messages of some years with one core. */
export function comparisonOfMove(users: number, years: number): number {
  const messages = users * figure('messagesPerDay') * WORKING_DAYS * years;
  const entries = users * figure('messagesPerDay') * LOG_DAYS;
  return ((messages + entries) * figure('hashMicroseconds')) / 1e6;
}
