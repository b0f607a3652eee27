import { idAt, positionOf } from './event-id.ts';
import { acknowledge, resumeQueue } from './local-queue.ts';
import type { QueueRegistry } from './queue-registry.ts';
import { alreadyAcknowledged, mayUse, queueNotFound, startIdOf, type QueueRequest } from './queue-request.ts';
import type { QueueStore } from './store.ts';
import type { LocatedQueue } from './tail.ts';
import type { Waiters } from './waiter.ts';

/** The parts of the hub that accept a request. */
type Acceptors = {
  readonly registry: QueueRegistry;
  readonly waiters: Waiters;
  readonly queues: QueueStore;
};

/** The synchronous form of `accept`, for a live queue: nearly every poll takes this path. */
export function acceptNow(hub: Acceptors, request: QueueRequest): LocatedQueue | undefined {
  const tail = hub.registry.tails.get(request.realmId);
  const queue = tail?.queues.get(request.queueId);
  if (tail === undefined || queue === undefined) return undefined;
  if (!mayUse(request, queue.record) || !tail.live.has(queue)) return undefined;
  if (positionOf(request.lastEventId) > tail.position) return undefined;
  if (request.rewind === true || startIdOf(request, queue.record) < queue.acknowledged) return undefined;
  const located = { tail, queue };
  moveTo(hub, request, located);
  return located;
}

/** Locates the queue of a request, on this node or in the database, and moves it to the event of the request. */
export async function accept(hub: Acceptors, request: QueueRequest): Promise<LocatedQueue> {
  if (request.rewind === true) await hub.queues.countRewind(request.realmId, request.userId, request.queueId);
  return acceptLocated(hub, request, await hub.registry.locate(request));
}

/** A request may go back to an acknowledged event if its client asks so, or did on another node. */
async function acceptLocated(
  hub: Acceptors,
  request: QueueRequest,
  located: LocatedQueue,
): Promise<LocatedQueue> {
  const { registry, queues } = hub;
  const { tail, queue } = located;
  const { id, realmId, userId, fromPosition } = queue.record;
  const startId = startIdOf(request, queue.record);
  if (startId >= idAt(tail.position + 1)) {
    await registry.refuseAhead(id);
    return acceptLocated(hub, request, await registry.locate(request));
  }
  if (startId < queue.acknowledged) {
    const record = await queues.load(realmId, id);
    if (record === undefined) throw queueNotFound(id);
    const isPermitted = request.rewind === true || record.rewinds > queue.rewinds;
    const from = positionOf(startId);
    if (!isPermitted || from < fromPosition) throw alreadyAcknowledged(startId);
    const membership = await queues.membershipAt(realmId, userId, from);
    if (membership === undefined) throw queueNotFound(id);
    // The queue was evicted meanwhile.
    if (tail.queues.get(id) !== queue) return acceptLocated(hub, request, await registry.locate(request));
    // The client receives all later events again.
    tail.live.delete(queue);
    Object.assign(queue, resumeQueue(queue.record, membership, startId));
    queue.rewinds = record.rewinds;
  }
  moveTo(hub, request, located);
  return located;
}

/** Ends the wait of an earlier request and drops the events that the client has received. */
function moveTo({ waiters }: Acceptors, request: QueueRequest, { tail, queue }: LocatedQueue): void {
  waiters.markUsed(queue);
  const lastEventId = startIdOf(request, queue.record);
  if (lastEventId < queue.acknowledged) throw alreadyAcknowledged(lastEventId);
  if (lastEventId >= idAt(tail.position + 1)) throw queueNotFound(queue.record.id);
  waiters.of(queue)?.leave();
  acknowledge(queue, lastEventId);
}
