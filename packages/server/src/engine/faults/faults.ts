import type { Logger } from 'pino';
import { codeOf } from '../files/errors.ts';
import { errorText } from '../error-text.ts';
import type { Clock } from '../clock.ts';
import { faultOf, isConnectionFault, type Fault } from './fault.ts';
import { createOutage, type Outage } from './outage.ts';
import { createOncePerMinute } from './once-per-minute.ts';

/** Accounts for every error that no caller caused: metrics count all of them, and the log names each kind once a minute. */
export type Faults = {
  /** An error of a request. */
  readonly report: (error: unknown, operation: string) => void;
  /** An error of background work, which is retried. Errors of services other than PostgreSQL and files are passed as text. */
  readonly warn: (error: unknown, operation: string, message?: string, fields?: LogFields) => void;
  /** Whether PostgreSQL can be reached. */
  readonly outage: Outage;
  /** Faults since the start of the node, the newest last. */
  recent(): readonly NotedFault[];
  close(): void;
};

export type NotedFault = {
  readonly source: string;
  readonly kind: string;
  readonly count: number;
  /** Wall-clock time of the last one, in seconds. */
  readonly at: number;
};

type LogFields = Readonly<Record<string, unknown>>;

/** A lost connection is logged after this time, unless it turned out to be the beginning of an outage. */
const LOST_CONNECTION_DELAY_MS = 2_000;

export function createFaults(
  clock: Clock,
  log: Pick<Logger, 'fatal' | 'error' | 'warn' | 'info'>,
  onFault: (fault: Fault) => void,
): Faults {
  const outage = createOutage(clock, log);
  const minutes = createOncePerMinute(clock);
  const noted = new Map<Fault, NotedFault>();

  const note = (fault: Fault, error: unknown, operation: string): void => {
    onFault(fault);
    const { source, kind } = fault;
    const count = (noted.get(fault)?.count ?? 0) + 1;
    noted.set(fault, { source, kind, count, at: Math.floor(clock.now() / 1000) });
    const isLost = isConnectionFault(fault);
    if (isLost && outage.isAway) return outage.count();
    const reason = errorText(error instanceof Error && error.cause !== undefined ? error.cause : error);
    minutes.add(`${source} ${kind}`, operation, isLost ? LOST_CONNECTION_DELAY_MS : 0, (line) => {
      if (isLost && outage.isAway) return;
      log[fault.level]({ source, kind, code: codeOf(error), ...line, reason }, fault.text);
    });
  };

  const logUnexpected = (
    level: 'error' | 'warn',
    error: unknown,
    operation: string,
    message: string,
    fields: LogFields = {},
  ): void => {
    minutes.add(`${message} ${String(codeOf(error))} ${errorText(error)}`, operation, 0, (line) => {
      log[level]({ err: error, ...line, ...fields }, message);
    });
  };

  return {
    outage,
    report: (error, operation) => {
      const fault = faultOf(error);
      if (fault === undefined) logUnexpected('error', error, operation, 'unhandled error in request');
      else note(fault, error, operation);
    },
    warn: (error, operation, message = 'background task failed, will retry', fields = {}) => {
      const fault = faultOf(error);
      if (fault === undefined) logUnexpected('warn', error, operation, message, fields);
      else note(fault, error, operation);
    },
    recent: () => [...noted.values()].toSorted((a, b) => a.at - b.at),
    close: () => {
      minutes.close();
      outage.close();
    },
  };
}
