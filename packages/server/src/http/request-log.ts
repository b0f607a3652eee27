import type { Logger } from 'pino';
import type { Clock } from '../engine/clock.ts';
import type { Config } from '../engine/config.ts';
import type { Work } from '../engine/work/current-work.ts';

/** A request that has been answered. */
export type AnsweredRequest = Pick<Work, 'operation' | 'organization' | 'userId'> &
  Partial<Pick<Work, 'statements' | 'databaseMs'>> & {
    readonly id: string;
    readonly traceId?: string | undefined;
    readonly status: number;
    /** From the request to its response. */
    readonly ms: number;
    readonly address: () => string;
  };

export type RequestLog = {
  /** Whether the time of requests has to be measured. */
  readonly isOn: boolean;
  /** Logs a request, if the mode asks for it. Polls wait on purpose, and are never slow. */
  note(request: AnsweredRequest): void;
};

/** Requests that take longer are in the log unless it has errors only. */
export const SLOW_REQUEST_MS = 500;
/** Failed and slow requests in the log in one second; further ones are counted, so that callers cannot fill a disk. */
const MAX_LINES_PER_SECOND = 100;

/** One line for each request that the operator wants to see: who, what, how long, never content. */
export function createRequestLog(
  mode: Config['requestLog'],
  log: Pick<Logger, 'info' | 'warn'>,
  clock: Pick<Clock, 'monotonic'>,
): RequestLog {
  if (mode === 'off') return { isOn: false, note: () => {} };
  let second = 0;
  let lines = 0;
  let leftOut = 0;

  const hasRoom = (): boolean => {
    if (mode === 'all') return true;
    const now = Math.floor(clock.monotonic() / 1_000);
    if (now !== second) {
      second = now;
      lines = 0;
      if (leftOut > 0) log.warn({ count: leftOut }, 'requests were left out of the log');
      leftOut = 0;
    }
    lines += 1;
    if (lines > MAX_LINES_PER_SECOND) leftOut += 1;
    return lines <= MAX_LINES_PER_SECOND;
  };

  return {
    isOn: true,
    note: (request) => {
      const { status, ms } = request;
      const isWanted = mode === 'all' || status >= 400 || (mode === 'slow' && ms >= SLOW_REQUEST_MS);
      if (isWanted && hasRoom()) log[status >= 500 ? 'warn' : 'info'](lineOf(request), 'request');
    },
  };
}

function lineOf({ id, traceId, userId, ms, databaseMs = 0, ...request }: AnsweredRequest): object {
  const { operation, status, organization, statements = 0, address } = request;
  return {
    request: id,
    trace: traceId,
    operation,
    status,
    ms: rounded(ms),
    databaseMs: rounded(databaseMs),
    statements,
    user: userId,
    organization,
    address: address(),
  };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
