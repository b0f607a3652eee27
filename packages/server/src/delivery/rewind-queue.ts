import { resumeQueue, type LocalQueue, type Membership } from './local-queue.ts';
import type { Tail } from './tail.ts';

/** Moves a queue back to an event that was acknowledged; its client receives all later events again. */
export function rewindQueue(
  tail: Tail,
  queue: LocalQueue,
  membership: Membership,
  lastEventId: number,
): void {
  tail.live.delete(queue);
  Object.assign(queue, resumeQueue(queue.record, membership, lastEventId));
}
