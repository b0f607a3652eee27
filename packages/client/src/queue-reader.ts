import { getEvents } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { within, type Clock } from './clock.ts';
import type { Connection } from './connection.ts';
import type { EventStream } from './event-stream.ts';

/** Cursor of a client in its event queue. */
export type Queue = {
  readonly id: string;
  readonly pollMilliseconds: number;
  lastEventId: number;
  /** The client may have acknowledged more than it knows, and the server is to go back. */
  isRewound: boolean;
};

export type QueueReader = {
  /** Acknowledges what the cursor has passed, and returns the events behind it. */
  read(queue: Queue, isHurried: boolean): Promise<readonly WireEvent[]>;
  /** Closes the stream, if one is open. */
  close(): void;
};

const STREAM_OPEN_MS = 10_000;
/** A poll that does not wait is answered at once, where there is a network. */
const HURRIED_POLL_MS = 10_000;
/** Polls before a stream that could not be used is tried again; the number doubles with every failure. */
const FIRST_POLLS_INSTEAD = 8;
const MAX_POLLS_INSTEAD = 1_024;

export type StreamUse = 'auto' | 'never' | 'always';

/** Reads a queue over a WebSocket or by polls, as its use of streams says. */
export function queueReader(
  connection: Connection,
  use: StreamUse,
  clock: Clock,
  signal: AbortSignal,
): QueueReader {
  if (use === 'always' && connection.openStream === undefined)
    throw new TypeError("stream: 'always' needs a platform and a connection with WebSockets: pass 'auto'.");
  let stream: EventStream | undefined;
  let hasDelivered = false;
  let pollsLeft = 0;
  let pollsInstead = FIRST_POLLS_INSTEAD;

  const avoidStream = (): void => {
    stream = undefined;
    if (use === 'always') return;
    pollsLeft = pollsInstead;
    pollsInstead = Math.min(2 * pollsInstead, MAX_POLLS_INSTEAD);
  };

  const opened = async (queue: Queue): Promise<EventStream | undefined> => {
    if (stream !== undefined || use === 'never' || connection.openStream === undefined) return stream;
    if (pollsLeft > 0) {
      pollsLeft -= 1;
      return undefined;
    }
    const target = { queueId: queue.id, lastEventId: queue.lastEventId };
    try {
      stream = await within(clock, STREAM_OPEN_MS, signal, async (limited) =>
        connection.openStream?.(target, limited),
      );
      hasDelivered = false;
    } catch (error) {
      signal.throwIfAborted();
      if (use === 'always') throw error;
      // Proxies may refuse WebSockets, and pages do not learn the reason; a poll finds it out.
      avoidStream();
    }
    return stream;
  };

  return {
    read: async (queue, isHurried) => {
      // A stream without events is silent, so only a poll tells that the server answers again.
      const current = isHurried ? undefined : await opened(queue);
      signal.throwIfAborted();
      if (current === undefined) return poll(connection, queue, isHurried, clock, signal);
      const events = await within(clock, queue.pollMilliseconds, signal, (limited) =>
        current.next(queue.lastEventId, limited),
      );
      hasDelivered = true;
      pollsInstead = FIRST_POLLS_INSTEAD;
      return events;
    },
    close: () => {
      if (stream === undefined) return;
      stream.close();
      if (hasDelivered) stream = undefined;
      else avoidStream();
    },
  };
}

async function poll(
  connection: Connection,
  queue: Queue,
  isHurried: boolean,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly WireEvent[]> {
  const args = {
    queue_id: queue.id,
    last_event_id: queue.lastEventId,
    ...(isHurried ? { dont_block: true } : {}),
    ...(queue.isRewound ? { rewind: true } : {}),
  };
  const limitMilliseconds = isHurried ? HURRIED_POLL_MS : queue.pollMilliseconds;
  const { events } = await within(clock, limitMilliseconds, signal, (limited) =>
    connection.call(getEvents, args, { signal: limited }),
  );
  queue.isRewound = false;
  return events;
}
