import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { TestUser } from './harness.ts';

type Events = ResultOf<typeof getEvents>['events'];

/** Receives the events of a user: each call returns the new ones; `wait` waits for the next. */
export type Listening = { (): Promise<Events>; wait(): Promise<Events> };

export async function listen({ connection }: TestUser, eventTypes: string[]): Promise<Listening> {
  const queue = await connection.call(registerQueue, { event_types: eventTypes, fetch_event_types: [] });
  let last_event_id = queue.last_event_id;
  const poll = async (dont_block: boolean): Promise<Events> => {
    const { events } = await connection.call(getEvents, {
      queue_id: queue.queue_id,
      last_event_id,
      dont_block,
    });
    last_event_id = events.at(-1)?.id ?? last_event_id;
    return events;
  };
  return Object.assign(() => poll(true), { wait: () => poll(false) });
}
