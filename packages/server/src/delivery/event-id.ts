/**
 * The id of an event is its log position times this factor. The ids between two positions are for events that are
 * not in the log (heartbeats, typing, presence), so that ids always ascend and every id identifies a log position.
 * 2^53 / 100,000 positions are enough for decades.
 */
const IDS_PER_POSITION = 100_000;

export function idAt(position: number): number {
  return position * IDS_PER_POSITION;
}

export function positionOf(eventId: number): number {
  return Math.floor(eventId / IDS_PER_POSITION);
}

/** The id of an event that is not in the log: after all ids issued so far, before the next position. */
export function idBetween(position: number, lastIssued: number): number {
  return Math.min(Math.max(idAt(position), lastIssued) + 1, idAt(position + 1) - 1);
}
