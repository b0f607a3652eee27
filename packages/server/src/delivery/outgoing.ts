import type { EventPayload } from '@parley/contract/events.ts';

export type FlagsEvent = Extract<EventPayload, { type: 'update_message_flags' }>;

/** An event about flags that may become one with others of its kind. */
export type Flagging = Pick<FlagsEvent, 'flag' | 'op'> & { readonly event: FlagsEvent };

/** One event on its way to a client: its id and its bytes, shared by all clients with the same wishes. */
export type Outgoing = {
  readonly id: number;
  readonly json: string;
  readonly flagging?: Flagging | undefined;
  /** Whether it tells that messages are gone. */
  readonly isDeletion?: boolean;
};

export function eventsMember(events: readonly Outgoing[]): string {
  return `"events":[${events.length === 1 ? events[0]?.json : events.map(({ json }) => json).join(',')}]`;
}

/** The answer to a poll: the members of its envelope. */
export function pollMembers(events: readonly Outgoing[], queueId: string): string {
  return `${eventsMember(events)},"queue_id":${JSON.stringify(queueId)}`;
}
