import { getEvents } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { within, type Clock } from './clock.ts';
import { ApiError, type Connection } from './connection.ts';
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

type ReaderParts = {
  readonly connection: Connection;
  readonly use: StreamUse;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** Reads a queue over a WebSocket or by polls, as its use of streams says. */
export function queueReader(
  connection: Connection,
  use: StreamUse,
  clock: Clock,
  signal: AbortSignal,
): QueueReader {
  if (use === 'always' && connection.openStream === undefined)
    throw new TypeError("stream: 'always' needs a platform and a connection with WebSockets: pass 'auto'.");
  return new StreamOrPolls({ connection, use, clock, signal });
}

class StreamOrPolls implements QueueReader {
  readonly #parts: ReaderParts;
  #stream: EventStream | undefined;
  #hasDelivered = false;
  #pollsLeft = 0;
  #pollsInstead = FIRST_POLLS_INSTEAD;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  async read(queue: Queue, isHurried: boolean): Promise<readonly WireEvent[]> {
    const { connection, clock, signal } = this.#parts;
    // A stream without events is silent, so only a poll tells that the server answers again.
    const current = isHurried ? undefined : await this.#opened(queue);
    signal.throwIfAborted();
    if (current === undefined) return poll(connection, queue, isHurried, clock, signal);
    try {
      const events = await within(clock, queue.pollMilliseconds, signal, (limited) =>
        current.next(queue.lastEventId, limited),
      );
      this.#hasDelivered = true;
      this.#pollsInstead = FIRST_POLLS_INSTEAD;
      return events;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError) throw error;
      // A stream can end while the server is well, for example with its node; a poll tells.
      this.close();
      return poll(connection, queue, true, clock, signal);
    }
  }

  close(): void {
    if (this.#stream === undefined) return;
    this.#stream.close();
    if (this.#hasDelivered) this.#stream = undefined;
    else this.#avoidStream();
  }

  async #opened(queue: Queue): Promise<EventStream | undefined> {
    const { connection, use, clock, signal } = this.#parts;
    if (this.#stream !== undefined || use === 'never' || connection.openStream === undefined)
      return this.#stream;
    if (this.#pollsLeft > 0) {
      this.#pollsLeft -= 1;
      return undefined;
    }
    const target = { queueId: queue.id, lastEventId: queue.lastEventId };
    try {
      this.#stream = await within(clock, STREAM_OPEN_MS, signal, async (limited) =>
        connection.openStream?.(target, limited),
      );
      this.#hasDelivered = false;
    } catch (error) {
      signal.throwIfAborted();
      if (use === 'always') throw error;
      // Proxies may refuse WebSockets, and pages do not learn the reason; a poll finds it out.
      this.#avoidStream();
    }
    return this.#stream;
  }

  #avoidStream(): void {
    this.#stream = undefined;
    if (this.#parts.use === 'always') return;
    this.#pollsLeft = this.#pollsInstead;
    this.#pollsInstead = Math.min(2 * this.#pollsInstead, MAX_POLLS_INSTEAD);
  }
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
