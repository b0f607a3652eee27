import type { Clock, Random } from '../engine/clock.ts';
import type { ApiError } from '../engine/api-error.ts';
import { idBetween } from './event-id.ts';
import { deliverable, type LocalQueue } from './local-queue.ts';
import type { Outgoing } from './outgoing.ts';
import type { Tail } from './tail.ts';
import type { Slot, TimerWheel } from './timer-wheel.ts';

/** A client that waits for what comes next on its queue; a queue has one at a time. */
export type Waiter = {
  /** There is something to deliver. */
  wake(): void;
  /** Somebody else has taken its place, or the server is about to end. */
  leave(): void;
  reject(problem: ApiError): void;
};

/** Who asked: hears one of the two, once. */
export type PollResponder = {
  answer(events: readonly Outgoing[]): void;
  reject(error: unknown): void;
};

/** Where a stream of events goes. */
export type EventSink = {
  offerEphemeral(events: readonly Outgoing[]): void;
  /** Nothing more will come; with a problem, because it may not. */
  end(problem?: ApiError): void;
};

/** Where the waiters of a node sit. */
export type WaiterRegistry = {
  readonly clock: Clock;
  readonly random: Random;
  readonly timers: TimerWheel;
  subscribe(queue: LocalQueue, waiter: Waiter): void;
  unsubscribe(queue: LocalQueue, waiter: Waiter): void;
};

type QueuePlace = { readonly tail: Tail; readonly queue: LocalQueue };

const HEARTBEAT_MS = { least: 45_000, spread: 10_000 };

function untilHeartbeat({ random }: WaiterRegistry): number {
  return HEARTBEAT_MS.least + random() * HEARTBEAT_MS.spread;
}

function heartbeatOf({ tail, queue }: QueuePlace): Outgoing {
  const id = idBetween(tail.position, queue.lastIssued);
  queue.lastIssued = id;
  return { id, json: JSON.stringify({ type: 'heartbeat', id }) };
}

/** A long poll: waits for one answer. Thousands of these wait at once, so it holds as little as it can. */
export class Poller implements Waiter {
  readonly #responder: PollResponder;
  readonly #registry: WaiterRegistry;
  #located: QueuePlace | undefined;
  #slot: Slot | undefined;
  #isOver = false;

  constructor(responder: PollResponder, registry: WaiterRegistry) {
    this.#responder = responder;
    this.#registry = registry;
  }

  /** Begins to wait, unless the client has gone meanwhile. */
  subscribe(located: QueuePlace): void {
    if (this.#isOver) return;
    this.#located = located;
    this.#registry.subscribe(located.queue, this);
    this.#slot = this.#registry.timers.enter(this, untilHeartbeat(this.#registry));
  }

  answer(events: readonly Outgoing[]): void {
    if (this.#unsubscribe()) this.#responder.answer(events);
  }

  wake(): void {
    if (this.#located !== undefined) this.answer(deliverable(this.#located.queue));
  }

  leave(): void {
    this.answer([]);
  }

  reject(error: unknown): void {
    if (this.#unsubscribe()) this.#responder.reject(error);
  }

  heartbeat(): void {
    if (this.#located !== undefined) this.answer([heartbeatOf(this.#located)]);
  }

  /** False when it was over before. */
  #unsubscribe(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    if (this.#slot !== undefined) this.#registry.timers.leave(this, this.#slot);
    if (this.#located !== undefined) this.#registry.unsubscribe(this.#located.queue, this);
    return true;
  }
}

/** Hands on whatever comes until one side ends it. What is not acknowledged stays pending, as with polls. */
export class Listener implements Waiter {
  readonly #located: QueuePlace;
  readonly #sink: EventSink;
  readonly #registry: WaiterRegistry;
  #sent: number;
  #passedAt: number;
  #slot: Slot;
  #isOver = false;

  constructor(located: QueuePlace, sentBefore: number, sink: EventSink, registry: WaiterRegistry) {
    this.#located = located;
    this.#sink = sink;
    this.#registry = registry;
    this.#sent = sentBefore;
    this.#passedAt = registry.clock.monotonic();
    this.#slot = registry.timers.enter(this, untilHeartbeat(registry));
    registry.subscribe(located.queue, this);
    this.wake();
  }

  wake(): void {
    const events = deliverable(this.#located.queue);
    this.#pass((events[0]?.id ?? 0) > this.#sent ? events : events.filter(({ id }) => id > this.#sent));
  }

  leave(): void {
    this.#end();
  }

  reject(problem: ApiError): void {
    this.#end(problem);
  }

  /** Only after a silence: what was passed on meanwhile puts it off. */
  heartbeat(): void {
    const { clock, timers } = this.#registry;
    const due = this.#passedAt + HEARTBEAT_MS.least - clock.monotonic();
    if (due <= 0) this.#pass([heartbeatOf(this.#located)]);
    if (this.#isOver) return;
    this.#slot = timers.enter(this, due > 0 ? due : untilHeartbeat(this.#registry));
  }

  #pass(events: readonly Outgoing[]): void {
    const last = events.at(-1);
    if (this.#isOver || last === undefined) return;
    this.#sent = last.id;
    this.#passedAt = this.#registry.clock.monotonic();
    this.#sink.offerEphemeral(events);
  }

  #end(problem?: ApiError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#registry.timers.leave(this, this.#slot);
    this.#registry.unsubscribe(this.#located.queue, this);
    this.#sink.end(problem);
  }
}
