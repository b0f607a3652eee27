import type { Bus } from '../engine/bus/bus.ts';
import { every, type Clock, type Random } from '../engine/clock.ts';
import type { LogStore } from '../engine/log/store.ts';
import { badRequest, ApiError } from '../engine/api-error.ts';
import { noTracing, type Tracing } from '../engine/tracing/tracing.ts';
import { offerEphemeral } from './ephemeral.ts';
import type { EventAdapter } from './event-adapter.ts';
import { idAt, positionOf } from './event-id.ts';
import {
  acknowledge,
  deliverable,
  openQueue,
  type LocalQueue,
  type QueueRecord,
  type Membership,
} from './local-queue.ts';
import type { Outgoing } from './outgoing.ts';
import type { QueueStore } from './store.ts';
import { advance, catchUp, openTail, type Arrival, type Tail } from './tail.ts';
import {
  Listener,
  Poller,
  type PollResponder,
  type EventSink,
  type WaiterRegistry,
  type Waiter,
} from './waiter.ts';
import { createTimerWheel } from './timer-wheel.ts';

/** What a client asks of its queue. */
export type Request = {
  readonly realmId: number;
  readonly userId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  readonly dontBlock: boolean;
};
export type Poll = Request & { readonly gone: AbortSignal };

/** All queues that clients poll on this node. */
export type Hub = {
  /** Takes up a queue that was registered a moment ago. */
  add(record: QueueRecord, membership: Membership): void;
  /** The asker is answered once, perhaps before this returns; a client that goes away leaves. */
  ask(request: Request, responder: PollResponder): { leave(): void };
  /** The same as a promise. */
  poll(poll: Poll): Promise<readonly Outgoing[]>;
  /** The same without asking again and again: events come until one side ends it. */
  listen(request: Request, sink: EventSink): Promise<Listening>;
  remove(realmId: number, userId: number, queueId: string): Promise<void>;
  /** Answers every waiting poll, and every later one at once: the server is about to end. */
  drain(): void;
  readonly size: { queues: number; waiting: number; lag: number };
  close(): Promise<void>;
};

/** A stream of events: its client says what has arrived, and when it leaves. */
export type Listening = {
  /** A promise only when there is something to wait for. */
  acknowledge(lastEventId: number): Promise<void> | undefined;
  close(): void;
};

export type HubParts = {
  readonly log: LogStore;
  readonly adapter: EventAdapter;
  readonly queues: QueueStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly warn: (error: unknown) => void;
  readonly tracing?: Tracing;
};

/** How often heads are looked at although nobody poked. */
const LOOK_MS = 1_000;
/** How often it is noted which queues are in use; well below the grace that expiry gives. */
const TOUCH_MS = 20_000;
/** A queue that nobody polls leaves the memory of the node; its row stays. */
const FORGET_MS = 600_000;

export function createHub({
  log,
  adapter,
  queues,
  bus,
  clock,
  random,
  warn,
  tracing = noTracing,
}: HubParts): Hub {
  const tails = new Map<number, Tail>();
  const opening = new Map<number, Promise<Tail>>();
  const waiters = new Map<LocalQueue, Waiter>();
  const seen = new Map<LocalQueue, number>();
  const registry: WaiterRegistry = {
    clock,
    random,
    timers: createTimerWheel(clock),
    subscribe: (queue, waiter) => {
      waiters.get(queue)?.leave();
      waiters.set(queue, waiter);
    },
    unsubscribe: (queue, waiter) => {
      if (waiters.get(queue) === waiter) waiters.delete(queue);
      seen.set(queue, clock.monotonic());
    },
  };
  let draining = false;
  /** The heads could not be read when they were last looked at. */
  let blind = false;

  const tailOf = async (realmId: number, atLeast: number): Promise<Tail> => {
    const tail = tails.get(realmId) ?? (await openAtHead(realmId));
    if (tail.position < atLeast) await advance(tail, log, atLeast, arrive);
    return tail;
  };

  /** All who come together look for the head once; it may be older than some of their questions. */
  const openAtHead = (realmId: number): Promise<Tail> => {
    const underWay = opening.get(realmId);
    if (underWay !== undefined) return underWay;
    const opened = log
      .heads([realmId])
      .then((heads) => tails.get(realmId) ?? follow(realmId, heads.get(realmId) ?? 0))
      .finally(() => {
        opening.delete(realmId);
      });
    opening.set(realmId, opened);
    return opened;
  };

  const follow = (realmId: number, position: number): Tail => {
    const tail = openTail(realmId, position, adapter);
    tails.set(realmId, tail);
    bus.follow(realmId);
    return tail;
  };

  const arrive = ({ tail, woken, notices }: Arrival): void => {
    for (const { notice, position } of notices) {
      if (!('user_id' in notice) || notice.notice === 'role') continue;
      const isGone = notice.notice === 'queues-gone';
      for (const queue of queuesBefore(tail, position)) {
        if (queue.record.userId !== notice.user_id) continue;
        waiters.get(queue)?.reject(isGone ? badQueue(queue.record.id) : notLetIn());
        if (isGone) forget(tail, queue);
      }
    }
    const delivered = tracing.begin('deliver', {
      'parley.organization': tail.realmId,
      'parley.position': tail.position,
      'parley.queues': woken.length,
    });
    for (const queue of woken) waiters.get(queue)?.wake();
    delivered();
    // Who waits for other kinds of events must not wait on; the others have just been told.
    if (notices.some(({ notice }) => notice.notice === 'organization-closed'))
      for (const queue of tail.queues.values()) waiters.get(queue)?.reject(notLetIn());
  };

  /** What ended at a position is no business of queues that were registered behind it, before it was read here. */
  const queuesBefore = (tail: Tail, position: number): LocalQueue[] =>
    [...tail.queues.values()].filter(({ record }) => record.fromPosition < position);

  /** Whoever waits is given what there is and asked to come again. */
  const answerNow = (queue: LocalQueue): void => {
    const waiter = waiters.get(queue);
    waiter?.wake();
    waiter?.leave();
  };

  const forget = (tail: Tail, queue: LocalQueue): void => {
    answerNow(queue);
    tail.queues.delete(queue.record.id);
    tail.live.delete(queue);
    tail.catchingUp.delete(queue);
    seen.delete(queue);
    if (tail.queues.size > 0) return;
    tails.delete(tail.realmId);
    bus.unfollow(tail.realmId);
  };

  /** Finds the queue of a poll on this node, or takes it up from its row. */
  const adopt = async (poll: Request): Promise<QueuePlace> => {
    const known = tails.get(poll.realmId)?.queues.get(poll.queueId);
    const record = known?.record ?? (await queues.load(poll.realmId, poll.queueId));
    if (record?.userId !== poll.userId) throw badQueue(poll.queueId);
    const lastEventId = poll.lastEventId < 0 ? idAt(record.fromPosition) : poll.lastEventId;
    const from = positionOf(lastEventId);
    const membership =
      known === undefined ? await queues.membershipAt(poll.realmId, poll.userId, from) : undefined;
    for (;;) {
      const tail = await tailOf(poll.realmId, from);
      // The last queue of an organization takes its tail along; whoever came in between begins again.
      if (tails.get(poll.realmId) !== tail) continue;
      const local = tail.queues.get(poll.queueId);
      if (local !== undefined) return { tail, queue: local };
      // It was known a moment ago: whoever forgot it may have deleted its row as well.
      if (known !== undefined) return adopt(poll);
      if (from < record.fromPosition) throw badRequest('That event was acknowledged before.');
      if (from > tail.position) throw badRequest('There is no such event yet.');
      if (membership === undefined) throw badQueue(poll.queueId);
      // Of an entry that became several events some may have arrived: the rest of it is still due.
      const seenWhole = Math.max(from - 1, record.fromPosition);
      const queue = openQueue(record, membership, lastEventId, seenWhole);
      tail.queues.set(poll.queueId, queue);
      return { tail, queue };
    }
  };

  /** The queue of a request with everything that was acknowledged gone and everything that is new pending. */
  const prepare = async (request: Request): Promise<QueuePlace> => {
    const located = await adopt(request);
    welcome(request, located);
    // Who does not wait must still see everything that was committed before he asked.
    if (request.dontBlock) await lookAt(located.tail);
    await catchUpWith(located);
    return located;
  };

  /** The same at once, for a queue that is up to date: that is nearly every poll. */
  const prepareNow = (request: Request): QueuePlace | undefined => {
    const tail = tails.get(request.realmId);
    const queue = tail?.queues.get(request.queueId);
    if (tail === undefined || queue === undefined || request.dontBlock) return undefined;
    if (queue.record.userId !== request.userId || !tail.live.has(queue)) return undefined;
    if (positionOf(request.lastEventId) > tail.position) return undefined;
    const located = { tail, queue };
    welcome(request, located);
    return located;
  };

  const welcome = (request: Request, { tail, queue }: QueuePlace): void => {
    seen.set(queue, clock.monotonic());
    const lastEventId = startOf(request, queue);
    if (lastEventId < queue.acknowledged) throw badRequest('That event was acknowledged before.');
    if (lastEventId >= idAt(tail.position + 1)) throw badRequest('There is no such event yet.');
    waiters.get(queue)?.leave();
    acknowledge(queue, lastEventId);
  };

  const catchUpWith = async ({ tail, queue }: QueuePlace): Promise<void> => {
    const { id, realmId } = queue.record;
    tail.catchingUp.add(queue);
    if (!(await catchUp(tail, log, queue))) {
      forget(tail, queue);
      await queues.remove(realmId, id);
      throw badQueue(id);
    }
    tail.catchingUp.delete(queue);
    // It may have been ended by what it has just caught up with.
    if (tail.queues.get(id) !== queue) throw badQueue(id);
  };

  const ask = (request: Request, responder: PollResponder): Poller => {
    const poller = new Poller(responder, registry);
    const sitDown = (located: QueuePlace): void => {
      const { queue } = located;
      if (queue.pending.length > 0 || request.dontBlock || draining) poller.answer(deliverable(queue));
      else poller.subscribe(located);
    };
    const reject = (error: unknown): void => {
      poller.reject(error);
    };
    try {
      const located = prepareNow(request);
      if (located === undefined) prepare(request).then(sitDown).catch(reject);
      else sitDown(located);
    } catch (error) {
      reject(error);
    }
    return poller;
  };

  const poll = ({ gone, ...request }: Poll): Promise<readonly Outgoing[]> =>
    new Promise((resolve, reject) => {
      const asking = ask(request, { answer: resolve, reject: reject });
      gone.addEventListener('abort', () => {
        asking.leave();
      });
      if (gone.aborted) asking.leave();
    });

  const listen = async (request: Request, sink: EventSink): Promise<Listening> => {
    const located = await prepare(request);
    const { tail, queue } = located;
    const listener = new Listener(located, startOf(request, queue), sink, registry);
    if (draining) listener.leave();
    const goOn = async (): Promise<void> => {
      await catchUpWith(located);
      listener.wake();
    };
    return {
      close: () => {
        listener.leave();
      },
      acknowledge: (eventId) => {
        if (eventId < queue.acknowledged || eventId > queue.lastIssued) return undefined;
        acknowledge(queue, eventId);
        // With so much unacknowledged it may have been left behind.
        if (tail.live.has(queue)) return undefined;
        return goOn();
      },
    };
  };

  const lookAt = async (tail: Tail): Promise<void> => {
    const head = (await log.heads([tail.realmId])).get(tail.realmId) ?? 0;
    if (head > tail.position) await advance(tail, log, head, arrive);
  };

  const look = async (): Promise<void> => {
    const heads = await log.heads([...tails.keys()]).catch((error: unknown) => {
      blind = true;
      throw error;
    });
    blind = false;
    for (const [realmId, head] of heads) {
      const tail = tails.get(realmId);
      if (tail !== undefined && head > tail.position) await advance(tail, log, head, arrive);
    }
  };

  const touch = async (): Promise<void> => {
    const now = clock.monotonic();
    const used: LocalQueue[] = [];
    for (const tail of tails.values())
      for (const queue of tail.queues.values()) {
        const idle = now - (seen.get(queue) ?? 0);
        if (waiters.has(queue) || idle < 2 * TOUCH_MS) used.push(queue);
        else if (idle > FORGET_MS) forget(tail, queue);
      }
    const alive = await queues.touch(used.map((queue) => queue.record.id));
    for (const queue of used) {
      const tail = tails.get(queue.record.realmId);
      if (!alive.has(queue.record.id) && tail?.queues.get(queue.record.id) === queue) forget(tail, queue);
    }
  };

  const answerAll = (): void => {
    for (const queue of waiters.keys()) answerNow(queue);
  };

  const stop = [every(clock, LOOK_MS, look, warn), every(clock, TOUCH_MS, touch, warn)];
  bus.onWakeUp((realmId, head) => {
    const tail = tails.get(realmId);
    if (tail === undefined || head <= tail.position) return;
    const isNews = blind && head > tail.wanted;
    advance(tail, log, head, arrive).catch((error: unknown) => {
      warn(error);
      // Others can write what we still cannot read: whoever waits here is better served by them.
      if (isNews) for (const queue of tail.queues.values()) answerNow(queue);
    });
  });
  bus.onEphemeral((realmId, ephemeral) => {
    const tail = tails.get(realmId);
    if (tail === undefined) return;
    for (const queue of offerEphemeral(tail, ephemeral)) waiters.get(queue)?.wake();
  });

  return {
    add: (record, membership) => {
      const tail = tails.get(record.realmId) ?? follow(record.realmId, record.fromPosition);
      const queue = openQueue(record, membership, idAt(record.fromPosition), record.fromPosition);
      tail.queues.set(record.id, queue);
      tail.catchingUp.add(queue);
      seen.set(queue, clock.monotonic());
    },
    ask,
    poll,
    listen,
    remove: async (realmId, userId, queueId) => {
      const record = await queues.load(realmId, queueId);
      if (record?.userId !== userId || !(await queues.remove(realmId, queueId))) throw badQueue(queueId);
      const tail = tails.get(realmId);
      const queue = tail?.queues.get(queueId);
      if (tail !== undefined && queue !== undefined) forget(tail, queue);
    },
    drain: () => {
      draining = true;
      answerAll();
    },
    get size() {
      let count = 0;
      let lag = 0;
      for (const tail of tails.values()) {
        count += tail.queues.size;
        lag = Math.max(lag, tail.wanted - tail.position);
      }
      return { queues: count, waiting: waiters.size, lag };
    },
    close: async () => {
      for (const end of stop) end();
      answerAll();
    },
  };
}

type QueuePlace = { readonly tail: Tail; readonly queue: LocalQueue };

/** Behind which event a client wants to go on; a negative one means all there are. */
function startOf({ lastEventId }: Request, { record }: LocalQueue): number {
  return lastEventId < 0 ? idAt(record.fromPosition) : lastEventId;
}

function notLetIn(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The credentials are no longer valid.');
}

function badQueue(queueId: string): ApiError {
  return new ApiError('BAD_EVENT_QUEUE_ID', 'There is no such event queue; register a new one.', {
    extra: { queue_id: queueId },
  });
}
