import type { LocalQueue } from './local-queue.ts';
import { invalidCredentials } from './poll-credential.ts';
import { queueNotFound } from './queue-request.ts';
import type { PositionedNotice, Tail } from './tail.ts';
import type { Waiter, Waiters } from './waiter.ts';

/** Ends the waits that a control entry revokes: those of a credential, of all keys, or of all queues of a user. */
export function endWaits(
  tail: Tail,
  { notice, position }: PositionedNotice,
  waiters: Waiters,
  evict: (queue: LocalQueue) => void,
): void {
  switch (notice.notice) {
    case 'credentials':
      for (const queue of queuesBefore(tail, notice.user_id, position)) {
        const waiter = waiters.of(queue);
        if (waiter?.credential.kind === 'key') waiter.reject(invalidCredentials());
      }
      break;
    case 'session':
      for (const queue of queuesOf(tail, notice.user_id)) {
        const waiter = waiters.of(queue);
        if (waiter?.credential.id === notice.session_id) waiter.reject(invalidCredentials());
        if (queue.record.credentialId === notice.session_id) evict(queue);
      }
      break;
    case 'queues-gone':
      for (const queue of queuesBefore(tail, notice.user_id, position)) {
        waiters.of(queue)?.reject(queueNotFound(queue.record.id));
        evict(queue);
      }
      break;
    default:
      break;
  }
}

function queuesOf(tail: Tail, userId: number): LocalQueue[] {
  return [...tail.queues.values()].filter(({ record }) => record.userId === userId);
}

/** Queues registered before a position: a notice does not apply to queues registered after it was written. */
function queuesBefore(tail: Tail, userId: number, position: number): LocalQueue[] {
  return queuesOf(tail, userId).filter(({ record }) => record.fromPosition < position);
}

/**
 * Ends a wait whose credential ended between the authentication of the request and the wait, at a position that the tail
 * has passed. A credential that is valid now can end only at a later one.
 */
export async function confirmCredential(
  waiter: Waiter,
  isValid: (lookup: string) => Promise<boolean>,
  warn: (error: unknown) => void,
): Promise<void> {
  try {
    if (!(await isValid(waiter.credential.lookup))) waiter.reject(invalidCredentials());
  } catch (error) {
    warn(error);
    waiter.leave();
  }
}
