import type { Clock, Random } from '../clock.ts';
import type { Problem } from '../problem.ts';
import { idBetween } from './event-id.ts';
import { deliverable, type LocalQueue } from './local-queue.ts';
import type { Outgoing } from './outgoing.ts';
import type { Tail } from './tail.ts';
import type { Slot, Wheel } from './wheel.ts';

/** A client that waits for what comes next on its queue; a queue has one at a time. */
export type Waiter = {
  /** There is something to deliver. */
  wake(): void;
  /** Somebody else has taken its place, or the server is about to end. */
  leave(): void;
  refuse(problem: Problem): void;
};

/** Who asked: hears one of the two, once. */
export type Asker = {
  answer(events: readonly Outgoing[]): void;
  refuse(error: unknown): void;
};

/** Where a stream of events goes. */
export type Ear = {
  hear(events: readonly Outgoing[]): void;
  /** Nothing more will come; with a problem, because it may not. */
  end(problem?: Problem): void;
};

/** Where the waiters of a node sit. */
export type Seats = {
  readonly clock: Clock;
  readonly random: Random;
  readonly wheel: Wheel;
  sit(queue: LocalQueue, waiter: Waiter): void;
  rise(queue: LocalQueue, waiter: Waiter): void;
};

type Place = { readonly tail: Tail; readonly queue: LocalQueue };

const HEARTBEAT_MS = { least: 45_000, spread: 10_000 };
const untilHeartbeat = ({ random }: Seats): number => HEARTBEAT_MS.least + random() * HEARTBEAT_MS.spread;

const heartbeatOf = ({ tail, queue }: Place): Outgoing => {
  const id = idBetween(tail.position, queue.lastIssued);
  queue.lastIssued = id;
  return { id, json: JSON.stringify({ type: 'heartbeat', id }) };
};

/** A long poll: waits for one answer. Thousands of these wait at once, so it holds as little as it can. */
export class Poller implements Waiter {
  readonly #asker: Asker;
  readonly #seats: Seats;
  #place: Place | undefined;
  #slot: Slot | undefined;
  #isOver = false;

  constructor(asker: Asker, seats: Seats) {
    this.#asker = asker;
    this.#seats = seats;
  }

  /** Begins to wait, unless the client has gone meanwhile. */
  sit(place: Place): void {
    if (this.#isOver) return;
    this.#place = place;
    this.#seats.sit(place.queue, this);
    this.#slot = this.#seats.wheel.enter(this, untilHeartbeat(this.#seats));
  }

  answer(events: readonly Outgoing[]): void {
    if (this.#rise()) this.#asker.answer(events);
  }

  wake(): void {
    if (this.#place !== undefined) this.answer(deliverable(this.#place.queue));
  }

  leave(): void {
    this.answer([]);
  }

  refuse(error: unknown): void {
    if (this.#rise()) this.#asker.refuse(error);
  }

  beat(): void {
    if (this.#place !== undefined) this.answer([heartbeatOf(this.#place)]);
  }

  /** False when it was over before. */
  #rise(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    if (this.#slot !== undefined) this.#seats.wheel.leave(this, this.#slot);
    if (this.#place !== undefined) this.#seats.rise(this.#place.queue, this);
    return true;
  }
}

/** Hands on whatever comes until one side ends it. What is not acknowledged stays pending, as with polls. */
export class Listener implements Waiter {
  readonly #place: Place;
  readonly #ear: Ear;
  readonly #seats: Seats;
  #sent: number;
  #passedAt: number;
  #slot: Slot;
  #isOver = false;

  constructor(place: Place, sentBefore: number, ear: Ear, seats: Seats) {
    this.#place = place;
    this.#ear = ear;
    this.#seats = seats;
    this.#sent = sentBefore;
    this.#passedAt = seats.clock.monotonic();
    this.#slot = seats.wheel.enter(this, untilHeartbeat(seats));
    seats.sit(place.queue, this);
    this.wake();
  }

  wake(): void {
    const events = deliverable(this.#place.queue);
    this.#pass((events[0]?.id ?? 0) > this.#sent ? events : events.filter(({ id }) => id > this.#sent));
  }

  leave(): void {
    this.#end();
  }

  refuse(problem: Problem): void {
    this.#end(problem);
  }

  /** Only after a silence: what was passed on meanwhile puts it off. */
  beat(): void {
    const { clock, wheel } = this.#seats;
    const due = this.#passedAt + HEARTBEAT_MS.least - clock.monotonic();
    if (due <= 0) this.#pass([heartbeatOf(this.#place)]);
    if (this.#isOver) return;
    this.#slot = wheel.enter(this, due > 0 ? due : untilHeartbeat(this.#seats));
  }

  #pass(events: readonly Outgoing[]): void {
    const last = events.at(-1);
    if (this.#isOver || last === undefined) return;
    this.#sent = last.id;
    this.#passedAt = this.#seats.clock.monotonic();
    this.#ear.hear(events);
  }

  #end(problem?: Problem): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#seats.wheel.leave(this, this.#slot);
    this.#seats.rise(this.#place.queue, this);
    this.#ear.end(problem);
  }
}
