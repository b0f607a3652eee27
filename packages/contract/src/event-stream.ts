import * as z from 'zod';
import { wireEvent } from './events.ts';
import { integer, string } from './primitives.ts';

/**
 * Events over a WebSocket: an addition of ours to the long poll, with the same queues, ids, credentials and
 * acknowledgements. The client opens it with `queue_id`, `last_event_id` and perhaps `rewind` in the query string.
 */
export const eventStream = {
  path: '/events/stream',
  /** Sent by the server: events as they happen, heartbeats included. */
  news: z.strictObject({ events: z.array(wireEvent) }),
  /** Sent by the client: every event up to this id has arrived. */
  receipt: z.strictObject({ last_event_id: integer }),
  /** How the server closes it when it may not go on: the error that a poll would have been answered with. */
  refusal: z.object({ code: string, msg: string }),
  /** Close codes: going on elsewhere is worth a try, or the queue or the credentials are gone. */
  closed: { away: 1001, refused: 4000 },
} as const;
