import type { EventPayload } from '@parley/contract/events.ts';

export type FlagsEvent = Extract<EventPayload, { type: 'update_message_flags' }>;

/** A change of message flags, which may be merged with later changes of the same flag. */
export type MergeableFlagChange = Pick<FlagsEvent, 'flag' | 'op'> & { readonly event: FlagsEvent };

/** An event encoded for clients: id and JSON, shared by all clients with the same options. */
export type OutgoingEvent = {
  readonly id: number;
  readonly json: string;
  readonly flagChange?: MergeableFlagChange | undefined;
  /** The event reports the deletion of messages. */
  readonly isDeletion?: boolean;
};

export function eventsMember(events: readonly OutgoingEvent[]): string {
  return `"events":[${events.length === 1 ? events[0]?.json : events.map(({ json }) => json).join(',')}]`;
}

/** The members of the response to a poll, as JSON. */
export function pollMembers(events: readonly OutgoingEvent[], queueId: string): string {
  return `${eventsMember(events)},"queue_id":${JSON.stringify(queueId)}`;
}
