import type { ArgumentsOf, ResultOf } from '@parley/contract/endpoint.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { isTransient, standardBackoff, waitAfter, type BackoffOptions } from './backoff.ts';
import { sleep, systemClock, within, type Clock } from './clock.ts';
import type { Connection } from './connection.ts';

export type SendOptions = {
  /** Names this send; a random name unless it is given. */
  readonly key?: string;
  /** Gives up. Whether the message was sent is then not known. */
  readonly signal?: AbortSignal;
  readonly backoff?: BackoffOptions;
  readonly clock?: Clock;
  readonly random?: () => number;
};

/** A server that says nothing for so long is asked again. */
const ANSWER_MS = 15_000;

/**
 * Sends a message until the server has it, and never twice: every attempt carries the same key. Throws an
 * `ApiError` when the server refuses the message.
 */
export const sendOnce = async (
  connection: Connection,
  message: ArgumentsOf<typeof sendMessage>,
  options: SendOptions = {},
): Promise<ResultOf<typeof sendMessage>> => {
  const { clock = systemClock, random = Math.random, backoff = standardBackoff } = options;
  const signal = options.signal ?? new AbortController().signal;
  const idempotencyKey = options.key ?? crypto.randomUUID();
  for (let failures = 1; ; failures += 1) {
    try {
      return await within(clock, ANSWER_MS, signal, (limited) =>
        connection.call(sendMessage, message, { signal: limited, idempotencyKey }),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw error;
      await sleep(clock, waitAfter(failures, error, random, backoff), signal);
      signal.throwIfAborted();
    }
  }
};
