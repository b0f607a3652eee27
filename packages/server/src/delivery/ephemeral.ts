import type { EphemeralEvent } from '../engine/bus/bus.ts';
import { reaches } from '../engine/log/audience.ts';
import { NOTHING_PERSONAL, type EventAdapter } from './event-adapter.ts';
import { idBetween } from './event-id.ts';
import { listenerOf, type LocalQueue } from './local-queue.ts';
import type { Tail } from './tail.ts';

/** So much waits only for a client that is not there, and to whom nothing of the moment need be told. */
const MAX_WAITING = 200;

/** Puts an event that is not in the log into the queues of its audience; answers those that got something. */
export function offerEphemeral(tail: Tail, ephemeral: EphemeralEvent): LocalQueue[] {
  const encoded = new Map<string, readonly string[]>();
  const entry = { position: tail.position, kind: 'event', ...ephemeral } as const;
  const concerned = new Set([...tail.live.candidates(entry), ...tail.catchingUp]);
  return [...concerned].filter((queue) => {
    if (!isFor(queue, ephemeral)) return false;
    // What the queue gets from the log next lies behind this position, so it also gets a higher id.
    const position = tail.live.has(queue) ? tail.position : queue.matched;
    const jsons = encoded.get(queue.adaptationKey) ?? encode(queue, ephemeral, tail.adapter);
    encoded.set(queue.adaptationKey, jsons);
    return jsons.filter((json) => append(queue, position, json)).length > 0;
  });
}

function isFor(queue: LocalQueue, { audience, event }: EphemeralEvent): boolean {
  return (
    queue.pending.length < MAX_WAITING &&
    (queue.types === null || queue.types.has(event.type)) &&
    reaches(audience, listenerOf(queue))
  );
}

function encode(queue: LocalQueue, { event }: EphemeralEvent, adapter: EventAdapter): readonly string[] {
  return adapter
    .adapt(event, queue.record.clientOptions, NOTHING_PERSONAL)
    .map((adapted) => JSON.stringify(adapted));
}

/** False when the ids between two positions have run out: then the event is dropped. */
function append(queue: LocalQueue, position: number, json: string): boolean {
  const lastGiven = Math.max(queue.lastIssued, queue.pending.at(-1)?.id ?? 0);
  const id = idBetween(position, lastGiven);
  if (id <= lastGiven) return false;
  queue.pending.push({ id, json: `${json.slice(0, -1)},"id":${id}}` });
  return true;
}
