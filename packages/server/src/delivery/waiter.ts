import type { Clock, Random } from '../engine/clock.ts';
import type { ApiError } from '../engine/api-error.ts';
import { idBetween } from './event-id.ts';
import { deliverable, type LocalQueue } from './local-queue.ts';
import type { OutgoingEvent } from './outgoing-event.ts';
import { hasEnded, invalidCredentials, untilEnd, type PollCredential } from './poll-credential.ts';
import type { LocatedQueue } from './tail.ts';
import { createTimerWheel, type Slot, type TimerWheel } from './timer-wheel.ts';

/** A client that waits for events of its queue; a queue has at most one waiter. */
export type Waiter = {
  /** The credential of the client that waits. */
  readonly credential: PollCredential;
  /** Delivers the pending events. */
  wake(): void;
  /** Ends the wait: another poll of the queue arrived, the client disconnected, or the server shuts down. */
  leave(): void;
  reject(error: ApiError): void;
};

/** Receives the result of a poll: exactly one call of `answer` or `reject`. */
export type PollResponder = {
  answer(events: readonly OutgoingEvent[]): void;
  reject(error: unknown): void;
};

/** The destination of an event stream. */
export type EventSink = {
  send(events: readonly OutgoingEvent[]): void;
  /** Closes the stream; the error says why, if the client may not continue. */
  end(error?: ApiError): void;
};

/** The clients that wait on this node, with the clock and timers that they use, and the last use of each queue. */
export class Waiters {
  readonly clock: Clock;
  readonly random: Random;
  readonly timers: TimerWheel;
  readonly #byQueue = new Map<LocalQueue, Waiter>();
  readonly #lastUsed = new Map<LocalQueue, number>();
  #isDraining = false;

  constructor(clock: Clock, random: Random) {
    this.clock = clock;
    this.random = random;
    this.timers = createTimerWheel(clock);
  }

  get count(): number {
    return this.#byQueue.size;
  }

  /** The server is shutting down, so clients are answered instead of waiting. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  of(queue: LocalQueue): Waiter | undefined {
    return this.#byQueue.get(queue);
  }

  subscribe(queue: LocalQueue, waiter: Waiter): void {
    this.#byQueue.get(queue)?.leave();
    this.#byQueue.set(queue, waiter);
  }

  unsubscribe(queue: LocalQueue, waiter: Waiter): void {
    if (this.#byQueue.get(queue) === waiter) this.#byQueue.delete(queue);
    this.markUsed(queue);
  }

  markUsed(queue: LocalQueue): void {
    this.#lastUsed.set(queue, this.clock.monotonic());
  }

  /** Time since a client last used the queue; 0 while one waits. */
  idleMs(queue: LocalQueue): number {
    return this.#byQueue.has(queue) ? 0 : this.clock.monotonic() - (this.#lastUsed.get(queue) ?? 0);
  }

  /** Drops the last use of a queue that is no longer on this node. */
  forget(queue: LocalQueue): void {
    this.#lastUsed.delete(queue);
  }

  /** Answers the waiting poll with its pending events, or with none. */
  release(queue: LocalQueue): void {
    const waiter = this.#byQueue.get(queue);
    waiter?.wake();
    waiter?.leave();
  }

  releaseAll(): void {
    for (const queue of this.#byQueue.keys()) this.release(queue);
  }

  drain(): void {
    this.#isDraining = true;
    this.releaseAll();
  }
}

const MIN_HEARTBEAT_MS = 45_000;
/** Random part of the interval, so that the heartbeats of many clients do not coincide. */
const HEARTBEAT_SPREAD_MS = 10_000;

function heartbeatDelayMs({ random }: Waiters): number {
  return MIN_HEARTBEAT_MS + random() * HEARTBEAT_SPREAD_MS;
}

/** Lets a waiter beat after a time, or end with its credential if that is earlier. */
function addTimer({ timers, clock }: Waiters, waiter: Poller | Listener, milliseconds: number): Slot {
  return timers.add(waiter, untilEnd(waiter.credential, milliseconds, clock));
}

function issueHeartbeat({ tail, queue }: LocatedQueue): OutgoingEvent {
  // The client may acknowledge the heartbeat, so it must not exceed entries that the queue has not read yet.
  const position = tail.live.has(queue) ? tail.position : queue.matchedPosition;
  const id = idBetween(position, queue.lastIssued);
  queue.lastIssued = id;
  return { id, json: JSON.stringify({ type: 'heartbeat', id }) };
}

/** A long poll: waits for one response. Thousands of them wait at once, so a poller keeps as little state as possible. */
export class Poller implements Waiter {
  readonly credential: PollCredential;
  readonly #responder: PollResponder;
  readonly #waiters: Waiters;
  #located: LocatedQueue | undefined;
  #slot: Slot | undefined;
  #hasEnded = false;

  constructor(responder: PollResponder, waiters: Waiters, credential: PollCredential) {
    this.credential = credential;
    this.#responder = responder;
    this.#waiters = waiters;
  }

  get isWaiting(): boolean {
    return this.#located !== undefined && !this.#hasEnded;
  }

  /** Starts to wait, unless the client has disconnected. */
  subscribe(located: LocatedQueue): void {
    if (this.#hasEnded) return;
    this.#located = located;
    this.#waiters.subscribe(located.queue, this);
    this.#slot = addTimer(this.#waiters, this, heartbeatDelayMs(this.#waiters));
  }

  answer(events: readonly OutgoingEvent[]): void {
    if (this.#unsubscribe()) this.#responder.answer(events);
  }

  wake(): void {
    if (hasEnded(this.credential, this.#waiters.clock)) this.reject(invalidCredentials());
    else if (this.#located !== undefined) this.answer(deliverable(this.#located.queue));
  }

  leave(): void {
    this.answer([]);
  }

  reject(error: unknown): void {
    if (this.#unsubscribe()) this.#responder.reject(error);
  }

  heartbeat(): void {
    if (hasEnded(this.credential, this.#waiters.clock)) this.reject(invalidCredentials());
    else if (this.#located !== undefined) this.answer([issueHeartbeat(this.#located)]);
  }

  /** Returns false if the poll has already ended. */
  #unsubscribe(): boolean {
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    if (this.#slot !== undefined) this.#waiters.timers.remove(this, this.#slot);
    if (this.#located !== undefined) this.#waiters.unsubscribe(this.#located.queue, this);
    return true;
  }
}

/** An event stream: sends events until either side ends it. Unacknowledged events stay pending, as with polls. */
export class Listener implements Waiter {
  readonly credential: PollCredential;
  readonly #located: LocatedQueue;
  readonly #sink: EventSink;
  readonly #waiters: Waiters;
  #lastSentId: number;
  #lastSentAt: number;
  #slot: Slot;
  hasEnded = false;

  constructor(
    located: LocatedQueue,
    lastSentId: number,
    sink: EventSink,
    waiters: Waiters,
    credential: PollCredential,
  ) {
    this.credential = credential;
    this.#located = located;
    this.#sink = sink;
    this.#waiters = waiters;
    this.#lastSentId = lastSentId;
    this.#lastSentAt = waiters.clock.monotonic();
    this.#slot = addTimer(waiters, this, heartbeatDelayMs(waiters));
    waiters.subscribe(located.queue, this);
    this.wake();
  }

  wake(): void {
    if (hasEnded(this.credential, this.#waiters.clock)) {
      this.reject(invalidCredentials());
      return;
    }
    const events = deliverable(this.#located.queue);
    this.#send(
      (events[0]?.id ?? 0) > this.#lastSentId ? events : events.filter(({ id }) => id > this.#lastSentId),
    );
  }

  leave(): void {
    this.#end();
  }

  reject(error: ApiError): void {
    this.#end(error);
  }

  /** Sends a heartbeat only if no event was sent for `MIN_HEARTBEAT_MS`. */
  heartbeat(): void {
    const { clock } = this.#waiters;
    if (hasEnded(this.credential, clock)) {
      this.reject(invalidCredentials());
      return;
    }
    const due = this.#lastSentAt + MIN_HEARTBEAT_MS - clock.monotonic();
    if (due <= 0) this.#send([issueHeartbeat(this.#located)]);
    if (this.hasEnded) return;
    this.#slot = addTimer(this.#waiters, this, due > 0 ? due : heartbeatDelayMs(this.#waiters));
  }

  #send(events: readonly OutgoingEvent[]): void {
    const last = events.at(-1);
    if (this.hasEnded || last === undefined) return;
    this.#lastSentId = last.id;
    this.#lastSentAt = this.#waiters.clock.monotonic();
    this.#sink.send(events);
  }

  #end(error?: ApiError): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#waiters.timers.remove(this, this.#slot);
    this.#waiters.unsubscribe(this.#located.queue, this);
    this.#sink.end(error);
  }
}
