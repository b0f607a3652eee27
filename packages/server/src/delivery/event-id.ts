/**
 * The id of an event is its position in the log times this step. The numbers between two positions are for
 * what is not in the log (heartbeats, typing, presence), so that ids always rise and any id that a client
 * brings back names a place in the log. 2^53 / 100,000 positions are enough for decades.
 */
const STEP = 100_000;

export function idAt(position: number): number {
  return position * STEP;
}

export function positionOf(eventId: number): number {
  return Math.floor(eventId / STEP);
}

/** An id for something that is not in the log: behind everything issued so far, before the next position. */
export function idBetween(position: number, lastIssued: number): number {
  return Math.min(Math.max(idAt(position), lastIssued) + 1, idAt(position + 1) - 1);
}
