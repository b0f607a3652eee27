import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { errorText } from '../error-text.ts';

/** The time during which no connection to PostgreSQL can be opened. */
export type Outage = {
  readonly isAway: boolean;
  /** A connection could not be opened. */
  failed(error: unknown): void;
  /** A connection was opened. */
  ended(): void;
  /** Counts work that fails because of the outage. */
  count(): void;
  close(): void;
};

/** A PostgreSQL that comes and goes is logged this often. */
const MIN_BETWEEN_OUTAGES_MS = 10_000;

/** Logs an outage in two lines, however much fails in between. */
export function createOutage(clock: Clock, log: Pick<Logger, 'error' | 'info'>): Outage {
  let since: number | undefined;
  let loggedAt = -Infinity;
  let isLogged = false;
  let failures = 0;
  let cancel = (): void => {};

  const logAway = (reason: string): void => {
    isLogged = true;
    loggedAt = clock.monotonic();
    log.error({ source: 'database', reason }, 'PostgreSQL is away');
  };

  return {
    get isAway() {
      return since !== undefined;
    },
    failed: (error) => {
      if (since !== undefined) return;
      since = clock.monotonic();
      const wait = loggedAt + MIN_BETWEEN_OUTAGES_MS - since;
      if (wait <= 0) logAway(errorText(error));
      else cancel = clock.after(wait, () => logAway(errorText(error)));
    },
    ended: () => {
      if (since === undefined) return;
      cancel();
      const seconds = Math.round((clock.monotonic() - since) / 1000);
      if (isLogged) log.info({ source: 'database', failures }, `PostgreSQL is back after ${seconds} s`);
      since = undefined;
      isLogged = false;
      failures = 0;
    },
    count: () => {
      failures += 1;
    },
    close: () => {
      cancel();
    },
  };
}
