import type { Clock, Random } from '../clock.ts';
import type { Problem } from '../problem.ts';
import { idBetween } from './event-id.ts';
import { deliverable, type LocalQueue } from './local-queue.ts';
import type { Outgoing } from './outgoing.ts';
import type { Tail } from './tail.ts';

/** A client that waits for what comes next on its queue; a queue has one at a time. */
export type Waiter = {
  /** There is something to deliver. */
  wake(): void;
  /** Somebody else has taken its place, or the server is about to end. */
  leave(): void;
  refuse(problem: Problem): void;
};

/** Where a stream of events goes. */
export type Ear = {
  hear(events: readonly Outgoing[]): void;
  /** Nothing more will come; with a problem, because it may not. */
  end(problem?: Problem): void;
};

type Place = {
  readonly tail: Tail;
  readonly queue: LocalQueue;
  readonly clock: Clock;
  readonly random: Random;
  /** The waiter begins to wait, and stops. */
  readonly sit: (waiter: Waiter) => void;
  readonly rise: (waiter: Waiter) => void;
};

const HEARTBEAT_MS = { least: 45_000, spread: 10_000 };

const heartbeatIn = ({ clock, random }: Place, beat: () => void): (() => void) =>
  clock.after(HEARTBEAT_MS.least + random() * HEARTBEAT_MS.spread, beat);

const heartbeatOf = ({ tail, queue }: Place): Outgoing => {
  const id = idBetween(tail.position, queue.lastIssued);
  queue.lastIssued = id;
  return { id, json: JSON.stringify({ type: 'heartbeat', id }) };
};

/** Waits for one answer: a long poll. */
export const waitOnce = (place: Place, gone: AbortSignal): Promise<readonly Outgoing[]> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      cancel();
      gone.removeEventListener('abort', leave);
      place.rise(waiter);
    };
    const answer = (events: readonly Outgoing[]): void => {
      end();
      resolve(events);
    };
    const leave = (): void => {
      answer([]);
    };
    const waiter: Waiter = {
      wake: () => {
        answer(deliverable(place.queue));
      },
      leave,
      refuse: (problem) => {
        end();
        reject(problem);
      },
    };
    const cancel = heartbeatIn(place, () => {
      answer([heartbeatOf(place)]);
    });
    place.sit(waiter);
    gone.addEventListener('abort', leave);
    if (gone.aborted) leave();
  });

/** Hands on whatever comes until one side ends it. What is not acknowledged stays pending, as with polls. */
export const keepListening = (
  place: Place,
  sentBefore: number,
  ear: Ear,
): { flush(): void; close(): void } => {
  let sent = sentBefore;
  let isOver = false;
  let cancel: () => void = () => {};
  const end = (problem?: Problem): void => {
    if (isOver) return;
    isOver = true;
    cancel();
    place.rise(waiter);
    ear.end(problem);
  };
  const pass = (events: readonly Outgoing[]): void => {
    const last = events.at(-1);
    if (isOver || last === undefined) return;
    sent = last.id;
    cancel();
    cancel = heartbeatIn(place, beat);
    ear.hear(events);
  };
  const beat = (): void => {
    pass([heartbeatOf(place)]);
  };
  const flush = (): void => {
    pass(deliverable(place.queue).filter(({ id }) => id > sent));
  };
  const waiter: Waiter = {
    wake: flush,
    leave: () => {
      end();
    },
    refuse: end,
  };
  cancel = heartbeatIn(place, beat);
  place.sit(waiter);
  flush();
  return {
    flush,
    close: () => {
      end();
    },
  };
};
