import type { Duplex } from 'node:stream';
import type { Clock } from '../engine/clock.ts';

/** Time for the client to close its side of the connection. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Ends a connection with a response, which the client has a moment to read; further input is discarded. */
export function endWithResponse(
  connection: Duplex,
  text: string | Buffer,
  clock: Pick<Clock, 'after'>,
): void {
  connection.end(text);
  // The end of the other side is only noticed while reading.
  connection.resume();
  const cancel = clock.after(CLOSE_TIMEOUT_MS, () => {
    connection.destroy();
  });
  connection.once('close', cancel);
}
