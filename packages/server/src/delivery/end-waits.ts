import { ApiError } from '../engine/api-error.ts';
import type { LocalQueue } from './local-queue.ts';
import type { PositionedNotice, Tail } from './tail.ts';
import type { Waiter } from './waiter.ts';

/** The session of a browser that polls; the poll ends with the session. */
export type PollSession = {
  readonly id: number;
  /** Reads from the database whether the session goes on. */
  readonly isValid: () => Promise<boolean>;
};

/** Access to the waiters of a node. */
type Waits = {
  of(queue: LocalQueue): Waiter | undefined;
  evict(tail: Tail, queue: LocalQueue): void;
};

/** Ends the waits that a control entry revokes: those of a key, of a session, or of all queues of a user. */
export function endWaits(tail: Tail, { notice, position }: PositionedNotice, waits: Waits): void {
  switch (notice.notice) {
    case 'credentials':
      for (const queue of queuesBefore(tail, notice.user_id, position)) {
        const waiter = waits.of(queue);
        if (waiter?.sessionId === undefined) waiter?.reject(invalidCredentials());
      }
      break;
    case 'session':
      for (const queue of tail.queues.values()) {
        const waiter = waits.of(queue);
        if (waiter?.sessionId === notice.session_id) waiter.reject(invalidCredentials());
      }
      break;
    case 'queues-gone':
      for (const queue of queuesBefore(tail, notice.user_id, position)) {
        waits.of(queue)?.reject(queueNotFound(queue.record.id));
        waits.evict(tail, queue);
      }
      break;
    default:
      break;
  }
}

/** Queues registered before a position: a notice does not apply to queues registered after it was written. */
function queuesBefore(tail: Tail, userId: number, position: number): LocalQueue[] {
  return [...tail.queues.values()].filter(
    ({ record }) => record.userId === userId && record.fromPosition < position,
  );
}

/**
 * Ends a wait whose session ended between the authentication of the request and the wait, at a position that the tail
 * has passed. A session that is valid now can end only at a later one.
 */
export async function confirmSession(
  waiter: Waiter,
  session: PollSession | undefined,
  warn: (error: unknown) => void,
): Promise<void> {
  if (session === undefined) return;
  try {
    if (!(await session.isValid())) waiter.reject(invalidCredentials());
  } catch (error) {
    warn(error);
    waiter.leave();
  }
}

export function invalidCredentials(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The credentials are no longer valid.');
}

export function queueNotFound(queueId: string): ApiError {
  return new ApiError('BAD_EVENT_QUEUE_ID', 'The event queue does not exist; register a new one.', {
    extra: { queue_id: queueId },
  });
}
