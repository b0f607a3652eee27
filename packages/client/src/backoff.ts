import { ApiError, NetworkError } from './errors.ts';

export type BackoffOptions = {
  /** The first wait is at most this long. */
  readonly baseMilliseconds: number;
  /** No wait of our own choice is longer. */
  readonly capMilliseconds: number;
};

export const standardBackoff: BackoffOptions = { baseMilliseconds: 1_000, capMilliseconds: 60_000 };

/** Bound of a wait that the server requests: timers overflow beyond 24 days. */
const MAX_REQUESTED_WAIT_MS = 3_600_000;

/**
 * Milliseconds to wait after a number of failures in a row: a random time below a bound that doubles, so that clients
 * that failed together do not return together. A wait that the server requested is added to it.
 */
export function waitAfter(
  failures: number,
  error: unknown,
  random: () => number,
  { baseMilliseconds, capMilliseconds }: BackoffOptions = standardBackoff,
): number {
  const bound = Math.min(capMilliseconds, baseMilliseconds * 2 ** Math.max(0, failures - 1));
  return retryAfterOf(error) + Math.floor(random() * bound);
}

/** Milliseconds that the server asked to be left alone. Browsers may hide the header, so the body counts too. */
function retryAfterOf(error: unknown): number {
  if (!(error instanceof ApiError)) return 0;
  const seconds = Number(error.body['retry-after'] ?? error.headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds * 1000, MAX_REQUESTED_WAIT_MS) : 0;
}

/** 421: the organization has moved, and the address that leads to its new cell is the same. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 421, 429]);

/** Whether waiting may cure what went wrong. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return TRANSIENT.has(error.status) || error.status >= 500;
  if (error instanceof NetworkError) return !error.isPermanent;
  return error instanceof DOMException && error.name === 'TimeoutError';
}
