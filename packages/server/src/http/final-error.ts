import type { Duplex } from 'node:stream';
import type { Clock } from '../engine/clock.ts';

/** Who does not hang up by himself is not waited for. */
const PARTING_MS = 2_000;

/** Ends a connection with an answer. The other side has a moment to read it; what it still sends is of no interest. */
export function endWithResponse(connection: Duplex, text: string, clock: Pick<Clock, 'after'>): void {
  connection.end(text);
  // Whoever does not read does not notice either that the other side has hung up.
  connection.resume();
  const cancel = clock.after(PARTING_MS, () => {
    connection.destroy();
  });
  connection.once('close', cancel);
}
