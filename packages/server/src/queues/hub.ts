import type { Bus } from '../bus/bus.ts';
import { every, type Clock, type Random } from '../clock.ts';
import type { LogStore } from '../log/store.ts';
import { badRequest, Problem } from '../problem.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { hear } from './ephemeral.ts';
import type { EventAdapter } from './event-adapter.ts';
import { idAt, positionOf } from './event-id.ts';
import {
  acknowledge,
  deliverable,
  openQueue,
  type LocalQueue,
  type QueueRecord,
  type Standing,
} from './local-queue.ts';
import type { Outgoing } from './outgoing.ts';
import type { QueueStore } from './store.ts';
import { advance, catchUp, openTail, type Arrival, type Tail } from './tail.ts';
import { Listener, Poller, type Asker, type Ear, type Seats, type Waiter } from './waiter.ts';
import { createWheel } from './wheel.ts';

/** What a client asks of its queue. */
export type Request = {
  readonly realmId: number;
  readonly personId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  readonly dontBlock: boolean;
};
export type Poll = Request & { readonly gone: AbortSignal };

/** All queues that clients poll on this node. */
export type Hub = {
  /** Takes up a queue that was registered a moment ago. */
  add(record: QueueRecord, standing: Standing): void;
  /** The asker is answered once, perhaps before this returns; a client that goes away leaves. */
  ask(request: Request, asker: Asker): { leave(): void };
  /** The same as a promise. */
  poll(poll: Poll): Promise<readonly Outgoing[]>;
  /** The same without asking again and again: events come until one side ends it. */
  listen(request: Request, ear: Ear): Promise<Listening>;
  remove(realmId: number, personId: number, queueId: string): Promise<void>;
  /** Answers every waiting poll, and every later one at once: the server is about to end. */
  drain(): void;
  readonly size: { queues: number; waiting: number; behind: number };
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

export const createHub = ({
  log,
  adapter,
  queues,
  bus,
  clock,
  random,
  warn,
  tracing = noTracing,
}: HubParts): Hub => {
  const tails = new Map<number, Tail>();
  const opening = new Map<number, Promise<Tail>>();
  const waiters = new Map<LocalQueue, Waiter>();
  const seen = new Map<LocalQueue, number>();
  const seats: Seats = {
    clock,
    random,
    wheel: createWheel(clock),
    sit: (queue, waiter) => {
      waiters.get(queue)?.leave();
      waiters.set(queue, waiter);
    },
    rise: (queue, waiter) => {
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
      if (!('person_id' in notice) || notice.notice === 'role') continue;
      const isGone = notice.notice === 'queues-gone';
      for (const queue of queuesBefore(tail, position)) {
        if (queue.record.personId !== notice.person_id) continue;
        waiters.get(queue)?.refuse(isGone ? badQueue(queue.record.id) : notLetIn());
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
      for (const queue of tail.queues.values()) waiters.get(queue)?.refuse(notLetIn());
  };

  /** What ended at a position is no business of queues that were registered behind it, before it was read here. */
  const queuesBefore = (tail: Tail, position: number): LocalQueue[] =>
    [...tail.queues.values()].filter(({ record }) => record.fromPosition < position);

  /** Whoever waits is given what there is and asked to come again. */
  const sendAway = (queue: LocalQueue): void => {
    const waiter = waiters.get(queue);
    waiter?.wake();
    waiter?.leave();
  };

  const forget = (tail: Tail, queue: LocalQueue): void => {
    sendAway(queue);
    tail.queues.delete(queue.record.id);
    tail.live.delete(queue);
    tail.catchingUp.delete(queue);
    seen.delete(queue);
    if (tail.queues.size > 0) return;
    tails.delete(tail.realmId);
    bus.unfollow(tail.realmId);
  };

  /** Finds the queue of a poll on this node, or takes it up from its row. */
  const adopt = async (poll: Request): Promise<Place> => {
    const known = tails.get(poll.realmId)?.queues.get(poll.queueId);
    const record = known?.record ?? (await queues.load(poll.realmId, poll.queueId));
    if (record?.personId !== poll.personId) throw badQueue(poll.queueId);
    const lastEventId = poll.lastEventId < 0 ? idAt(record.fromPosition) : poll.lastEventId;
    const from = positionOf(lastEventId);
    const standing =
      known === undefined ? await queues.standingAt(poll.realmId, poll.personId, from) : undefined;
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
      if (standing === undefined) throw badQueue(poll.queueId);
      // Of an entry that became several events some may have arrived: the rest of it is still due.
      const seenWhole = Math.max(from - 1, record.fromPosition);
      const queue = openQueue(record, standing, lastEventId, seenWhole);
      tail.queues.set(poll.queueId, queue);
      return { tail, queue };
    }
  };

  /** The queue of a request with everything that was acknowledged gone and everything that is new pending. */
  const prepare = async (request: Request): Promise<Place> => {
    const place = await adopt(request);
    welcome(request, place);
    // Who does not wait must still see everything that was committed before he asked.
    if (request.dontBlock) await lookAt(place.tail);
    await catchUpWith(place);
    return place;
  };

  /** The same at once, for a queue that is up to date: that is nearly every poll. */
  const prepareNow = (request: Request): Place | undefined => {
    const tail = tails.get(request.realmId);
    const queue = tail?.queues.get(request.queueId);
    if (tail === undefined || queue === undefined || request.dontBlock) return undefined;
    if (queue.record.personId !== request.personId || !tail.live.has(queue)) return undefined;
    if (positionOf(request.lastEventId) > tail.position) return undefined;
    const place = { tail, queue };
    welcome(request, place);
    return place;
  };

  const welcome = (request: Request, { tail, queue }: Place): void => {
    seen.set(queue, clock.monotonic());
    const lastEventId = startOf(request, queue);
    if (lastEventId < queue.acknowledged) throw badRequest('That event was acknowledged before.');
    if (lastEventId >= idAt(tail.position + 1)) throw badRequest('There is no such event yet.');
    waiters.get(queue)?.leave();
    acknowledge(queue, lastEventId);
  };

  const catchUpWith = async ({ tail, queue }: Place): Promise<void> => {
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

  const ask = (request: Request, asker: Asker): Poller => {
    const poller = new Poller(asker, seats);
    const sitDown = (place: Place): void => {
      const { queue } = place;
      if (queue.pending.length > 0 || request.dontBlock || draining) poller.answer(deliverable(queue));
      else poller.sit(place);
    };
    const refuse = (error: unknown): void => {
      poller.refuse(error);
    };
    try {
      const place = prepareNow(request);
      if (place === undefined) prepare(request).then(sitDown).catch(refuse);
      else sitDown(place);
    } catch (error) {
      refuse(error);
    }
    return poller;
  };

  const poll = ({ gone, ...request }: Poll): Promise<readonly Outgoing[]> =>
    new Promise((resolve, reject) => {
      const asking = ask(request, { answer: resolve, refuse: reject });
      gone.addEventListener('abort', () => {
        asking.leave();
      });
      if (gone.aborted) asking.leave();
    });

  const listen = async (request: Request, ear: Ear): Promise<Listening> => {
    const place = await prepare(request);
    const { tail, queue } = place;
    const listener = new Listener(place, startOf(request, queue), ear, seats);
    if (draining) listener.leave();
    const goOn = async (): Promise<void> => {
      await catchUpWith(place);
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
    for (const queue of waiters.keys()) sendAway(queue);
  };

  const stop = [every(clock, LOOK_MS, look, warn), every(clock, TOUCH_MS, touch, warn)];
  bus.onPoke((realmId, head) => {
    const tail = tails.get(realmId);
    if (tail === undefined || head <= tail.position) return;
    const isNews = blind && head > tail.wanted;
    advance(tail, log, head, arrive).catch((error: unknown) => {
      warn(error);
      // Others can write what we still cannot read: whoever waits here is better served by them.
      if (isNews) for (const queue of tail.queues.values()) sendAway(queue);
    });
  });
  bus.onTell((realmId, tell) => {
    const tail = tails.get(realmId);
    if (tail === undefined) return;
    for (const queue of hear(tail, tell)) waiters.get(queue)?.wake();
  });

  return {
    add: (record, standing) => {
      const tail = tails.get(record.realmId) ?? follow(record.realmId, record.fromPosition);
      const queue = openQueue(record, standing, idAt(record.fromPosition), record.fromPosition);
      tail.queues.set(record.id, queue);
      tail.catchingUp.add(queue);
      seen.set(queue, clock.monotonic());
    },
    ask,
    poll,
    listen,
    remove: async (realmId, personId, queueId) => {
      const record = await queues.load(realmId, queueId);
      if (record?.personId !== personId || !(await queues.remove(realmId, queueId))) throw badQueue(queueId);
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
      let behind = 0;
      for (const tail of tails.values()) {
        count += tail.queues.size;
        behind = Math.max(behind, tail.wanted - tail.position);
      }
      return { queues: count, waiting: waiters.size, behind };
    },
    close: async () => {
      for (const end of stop) end();
      answerAll();
    },
  };
};

type Place = { readonly tail: Tail; readonly queue: LocalQueue };

/** Behind which event a client wants to go on; a negative one means all there are. */
const startOf = ({ lastEventId }: Request, { record }: LocalQueue): number =>
  lastEventId < 0 ? idAt(record.fromPosition) : lastEventId;

const notLetIn = (): Problem => new Problem('UNAUTHORIZED', 'The credentials are no longer valid.');

const badQueue = (queueId: string): Problem =>
  new Problem('BAD_EVENT_QUEUE_ID', 'There is no such event queue; register a new one.', {
    extra: { queue_id: queueId },
  });
