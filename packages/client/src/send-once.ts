import type { ArgumentsOf, ResultOf } from '@parley/contract/endpoint.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { Connection } from './connection.ts';
import { repeat, type RepeatOptions } from './repeat.ts';

export type SendOptions = Omit<RepeatOptions, 'patienceMilliseconds'>;

/** A server that says nothing for so long is asked again. */
const ANSWER_MS = 15_000;

/**
 * Sends a message until the server has it, and never twice: every attempt carries the same key. Throws an
 * `ApiError` when the server refuses the message.
 */
export function sendOnce(
  connection: Connection,
  message: ArgumentsOf<typeof sendMessage>,
  options: SendOptions = {},
): Promise<ResultOf<typeof sendMessage>> {
  return repeat(connection, sendMessage, message, {
    answerMilliseconds: ANSWER_MS,
    ...options,
    patienceMilliseconds: Infinity,
  });
}
