import type { EphemeralEvent } from '../engine/bus/bus.ts';
import { reaches } from '../engine/log/audience.ts';
import { NOTHING_PERSONAL, type EventAdapter } from './event-adapter.ts';
import { idBetween } from './event-id.ts';
import { audienceMemberOf, type LocalQueue } from './local-queue.ts';
import type { Tail } from './tail.ts';

/** A client with this many pending events is not polling, so ephemeral events are dropped for it. */
const MAX_PENDING_FOR_EPHEMERAL = 200;

/** Appends an event that is not in the log to the queues of its audience; returns the queues that received it. */
export function offerEphemeral(tail: Tail, ephemeral: EphemeralEvent): LocalQueue[] {
  const encoded = new Map<string, readonly string[]>();
  const entry = { kind: 'event', ...ephemeral, position: tail.position } as const;
  const candidates = new Set([...tail.live.candidates(entry), ...tail.catchingUp]);
  return [...candidates].filter((queue) => {
    if (!isFor(queue, ephemeral)) return false;
    // The next log entry of the queue has a higher position, hence a higher id.
    const position = tail.live.has(queue) ? tail.position : queue.matchedPosition;
    const jsons = encoded.get(queue.adaptationKey) ?? encode(queue, ephemeral, tail.adapter);
    encoded.set(queue.adaptationKey, jsons);
    return jsons.filter((json) => append(queue, position, json)).length > 0;
  });
}

function isFor(queue: LocalQueue, { audience, event }: EphemeralEvent): boolean {
  return (
    queue.pending.length < MAX_PENDING_FOR_EPHEMERAL &&
    (queue.types === null || queue.types.has(event.type)) &&
    reaches(audience, audienceMemberOf(queue))
  );
}

function encode(queue: LocalQueue, { event }: EphemeralEvent, adapter: EventAdapter): readonly string[] {
  return adapter
    .adapt(event, queue.record.clientOptions, NOTHING_PERSONAL)
    .map((adapted) => JSON.stringify(adapted));
}

/** Returns false, and drops the event, if the ids between two log positions are used up. */
function append(queue: LocalQueue, position: number, json: string): boolean {
  const lastId = Math.max(queue.lastIssued, queue.pending.at(-1)?.id ?? 0);
  const id = idBetween(position, lastId);
  if (id <= lastId) return false;
  queue.pending.push({ id, json: `${json.slice(0, -1)},"id":${id}}` });
  return true;
}
