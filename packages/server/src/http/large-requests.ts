import type { Clock, Random } from '../engine/clock.ts';
import type { ShareLimits } from '../engine/turns/share.ts';
import { createTurns, type Turns } from '../engine/turns/turns.ts';

/** Requests of this size take milliseconds of the event loop to decode, store and publish. */
const LARGE_CHARACTERS = 64 * 1024;

/** One large request of an organization at a time, so that small requests of others run in between. */
const RUNNING: ShareLimits = { total: 4, perRealm: 1, perUser: 1 };
const WAITING: ShareLimits = { total: 200, perRealm: 50, perUser: 20 };
const MAX_WAIT_MS = 10_000;

export function createLargeRequestTurns(clock: Clock, random: Random): Turns {
  return createTurns({ running: RUNNING, waiting: WAITING, maxWaitMs: MAX_WAIT_MS }, clock, random);
}

/** Whether the parameters of a request are large; files are not among them. */
export function isLargeRequest(fields: ReadonlyMap<string, string>): boolean {
  let characters = 0;
  for (const value of fields.values()) characters += value.length;
  return characters >= LARGE_CHARACTERS;
}
