import type { Clock, Random } from '../../engine/clock.ts';
import { onlyInAll } from '../../engine/turns/share.ts';
import { createTurns, type Turns } from '../../engine/turns/turns.ts';

/** A client that would wait longer is refused and retries later. */
const MAX_WAIT_MS = 4_000;
const MAX_WAITING = 2_000;

/** Registrations have the largest responses, so half of the database connections stay free for other requests. */
export function createRegistrationTurns(connections: number, clock: Clock, random: Random): Turns {
  const running = onlyInAll(Math.ceil(connections / 2));
  return createTurns({ running, waiting: onlyInAll(MAX_WAITING), maxWaitMs: MAX_WAIT_MS }, clock, random);
}
