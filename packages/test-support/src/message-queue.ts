import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import type { TestUser } from './harness.ts';

/** A queue of messages, as its client knows it. */
export type MessageQueue = { queue_id: string; last_event_id: number };

export function registerForMessages({ connection }: TestUser): Promise<MessageQueue> {
  return connection.call(registerQueue, { event_types: ['message'], fetch_event_types: [] });
}

export async function pollNow(
  { connection }: TestUser,
  { queue_id, last_event_id }: MessageQueue,
): Promise<WireEvent[]> {
  return (await connection.call(getEvents, { queue_id, last_event_id, dont_block: true })).events;
}

export function textsOf(events: readonly WireEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'message' ? [event.message.content] : []));
}

/** The error of a queue that the server does not know. */
export const QUEUE_LOST = { code: 'BAD_EVENT_QUEUE_ID' };
