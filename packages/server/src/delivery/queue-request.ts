import { ApiError, badRequest } from '../engine/api-error.ts';
import { idAt } from './event-id.ts';
import type { QueueRecord } from './local-queue.ts';
import type { PollCredential } from './poll-credential.ts';

/** A request for the events of a queue after an event, with the organization and user of the caller. */
export type QueueRequest = {
  readonly realmId: number;
  readonly userId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  /** Permits a `lastEventId` below the newest acknowledged one. */
  readonly rewind?: boolean;
  readonly credential: PollCredential;
};

/** A queue belongs to one user, and ends with the credential that registered it. */
export function mayUse({ userId, credential }: QueueRequest, record: QueueRecord): boolean {
  return record.userId === userId && (record.credentialId === null || record.credentialId === credential.id);
}

/** The id after which events are wanted; a negative one means every event since registration. */
export function startIdOf({ lastEventId }: QueueRequest, record: QueueRecord): number {
  return lastEventId < 0 ? idAt(record.fromPosition) : lastEventId;
}

export function alreadyAcknowledged(lastEventId: number): ApiError {
  return badRequest(`Event ${lastEventId} was acknowledged before; last_event_id must not decrease.`);
}

export function queueNotFound(queueId: string): ApiError {
  return new ApiError('BAD_EVENT_QUEUE_ID', 'The event queue does not exist; register a new one.', {
    extra: { queue_id: queueId },
  });
}
