import { ApiError } from '@parley/client/connection.ts';
import { ApiError as ServerApiError } from '@parley/server/engine/api-error.ts';
import { retry } from '@parley/server/engine/db/retry.ts';

const TRIES = 20;

/** True when the server put something off: others held what it needed. */
export function isBusy(error: unknown): boolean {
  return (error instanceof ApiError || error instanceof ServerApiError) && error.status === 503;
}

/** Retries a request that the server refused because too many were waiting. */
export function patiently<T>(ask: () => Promise<T>): Promise<T> {
  return retry(TRIES, isBusy, ask);
}
