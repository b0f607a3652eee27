import type { ArgumentsOf, Endpoint, ResultOf } from '@parley/contract/endpoint.ts';
import { isTransient, standardBackoff, waitAfter, type BackoffOptions } from './backoff.ts';
import { sleep, systemClock, within, type Clock } from './clock.ts';
import type { CallOptions, Connection } from './connection.ts';
import { ApiError, NetworkError } from './errors.ts';
import type { TroubleOptions } from './trouble.ts';

export type RepeatOptions = Pick<CallOptions, 'file' | 'onProgress' | 'outlivesPage'> &
  TroubleOptions & {
    /** Gives up. Whether the request took effect is then not known. */
    readonly signal?: AbortSignal;
    /** Names the request where the operation knows that; a random name unless it is given. */
    readonly key?: string;
    /** It does no harm if this takes effect twice. */
    readonly isHarmless?: boolean;
    /** For how long a failure that waiting may cure is answered with another attempt. */
    readonly patienceMilliseconds?: number;
    /** A server that says nothing for so long is given up for this attempt. */
    readonly answerMilliseconds?: number;
    readonly backoff?: BackoffOptions;
    /** Asked about each refusal that waiting does not cure: true makes the call again, as for a log-in that is renewed. */
    readonly onRefusal?: (error: ApiError) => Promise<boolean>;
    readonly clock?: Clock;
    readonly random?: () => number;
  };

const PATIENCE_MS = 60_000;
/** Longer than the longest poll. */
const ANSWER_MS = 100_000;
/** Bytes of a file a millisecond on a line that is worth waiting for. */
const SLOWEST = 8;

/**
 * Calls an operation, again and again while waiting may help, and never so that it takes effect twice: what only
 * reads is repeated, what knows a key carries the same one each time, and anything else is repeated only when the
 * server said that it had not begun.
 */
export async function repeat<E extends Endpoint>(
  connection: Connection,
  endpoint: E,
  args: ArgumentsOf<E> | undefined,
  options: RepeatOptions = {},
): Promise<ResultOf<E>> {
  const { clock = systemClock, random = Math.random, backoff = standardBackoff } = options;
  const { patienceMilliseconds = PATIENCE_MS } = options;
  const { answerMilliseconds = ANSWER_MS + (options.file?.content.size ?? 0) / SLOWEST } = options;
  const signal = options.signal ?? new AbortController().signal;
  const { isHarmless = endpoint.method === 'GET' || endpoint.onceByKey === true } = options;
  const sent = {
    ...(options.file === undefined ? {} : { file: options.file }),
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    ...(options.outlivesPage === undefined ? {} : { outlivesPage: options.outlivesPage }),
  };
  const key = endpoint.onceByKey === true ? { idempotencyKey: options.key ?? randomKey() } : {};
  let left = patienceMilliseconds;
  for (let failures = 1; ; failures += 1) {
    try {
      const result = await within(clock, answerMilliseconds, signal, (limited) =>
        connection.call(endpoint, args, { signal: limited, ...key, ...sent }),
      );
      if (failures > 1) options.onRecovery?.();
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (await isCured(error, options)) {
        failures -= 1;
        continue;
      }
      const wait = waitAfter(failures, error, random, backoff);
      left -= wait;
      if (!mayRepeat(isHarmless, error) || left < 0) throw named(error);
      options.onTrouble?.({ error, failures, waitMilliseconds: wait });
      await sleep(clock, wait, signal);
      signal.throwIfAborted();
    }
  }
}

async function isCured(error: unknown, { onRefusal }: RepeatOptions): Promise<boolean> {
  return error instanceof ApiError && !isTransient(error) && (await onRefusal?.(error)) === true;
}

function mayRepeat(isHarmless: boolean, error: unknown): boolean {
  return isHarmless ? isTransient(error) : error instanceof ApiError && [421, 429].includes(error.status);
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function named(error: unknown): unknown {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? new NetworkError(error.message, { cause: error })
    : error;
}
