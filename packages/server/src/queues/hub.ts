import type { Bus } from '../bus/bus.ts';
import { every, type Clock, type Random } from '../clock.ts';
import type { LogStore } from '../log/store.ts';
import { badRequest, Problem } from '../problem.ts';
import { idAt, idBetween, positionOf } from './event-id.ts';
import {
  acknowledge,
  deliverable,
  openQueue,
  type LocalQueue,
  type Outgoing,
  type QueueRecord,
  type Standing,
} from './local-queue.ts';
import type { QueueStore } from './store.ts';
import { advance, catchUp, openTail, type Arrival, type Tail } from './tail.ts';

export type Poll = {
  readonly realmId: number;
  readonly personId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  readonly dontBlock: boolean;
  readonly gone: AbortSignal;
};

/** All queues that clients poll on this node. */
export type Hub = {
  /** Takes up a queue that was registered a moment ago. */
  add(record: QueueRecord, standing: Standing): void;
  poll(poll: Poll): Promise<readonly Outgoing[]>;
  remove(realmId: number, personId: number, queueId: string): Promise<void>;
  /** Answers every waiting poll, and every later one at once: the server is about to end. */
  drain(): void;
  readonly size: { queues: number; waiting: number };
  close(): Promise<void>;
};

export type HubParts = {
  readonly log: LogStore;
  readonly queues: QueueStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly warn: (error: unknown) => void;
};

const HEARTBEAT_MS = { least: 45_000, spread: 10_000 };
/** How often heads are looked at although nobody poked. */
const LOOK_MS = 1_000;
/** How often it is noted which queues are in use; well below the grace that expiry gives. */
const TOUCH_MS = 20_000;
/** A queue that nobody polls leaves the memory of the node; its row stays. */
const FORGET_MS = 600_000;

type Waiter = { answer(events: readonly Outgoing[]): void; refuse(problem: Problem): void };

export const createHub = ({ log, queues, bus, clock, random, warn }: HubParts): Hub => {
  const tails = new Map<number, Tail>();
  const waiters = new Map<LocalQueue, Waiter>();
  const seen = new Map<LocalQueue, number>();
  let draining = false;

  const tailOf = async (realmId: number, atLeast: number): Promise<Tail> => {
    const known = tails.get(realmId);
    if (known !== undefined) {
      if (known.position < atLeast) await advance(known, log, atLeast, arrive);
      return known;
    }
    const head = (await log.heads([realmId])).get(realmId) ?? 0;
    const tail = tails.get(realmId) ?? openTail(realmId, head);
    tails.set(realmId, tail);
    return tail;
  };

  const arrive = ({ tail, woken, notices }: Arrival): void => {
    for (const { notice, person_id: personId } of notices.filter((one) => 'person_id' in one)) {
      if (notice === 'role') continue;
      for (const queue of [...tail.queues.values()].filter(({ record }) => record.personId === personId)) {
        waiters.get(queue)?.refuse(notice === 'credentials' ? notLetIn() : badQueue(queue.record.id));
        if (notice === 'queues-gone') forget(tail, queue);
      }
    }
    for (const queue of woken) waiters.get(queue)?.answer(deliverable(queue));
    // Who waits for other kinds of events must not wait on; the others have just been told.
    if (notices.some(({ notice }) => notice === 'organization-closed'))
      for (const queue of tail.queues.values()) waiters.get(queue)?.refuse(notLetIn());
  };

  const forget = (tail: Tail, queue: LocalQueue): void => {
    waiters.get(queue)?.answer(deliverable(queue));
    tail.queues.delete(queue.record.id);
    tail.live.delete(queue);
    seen.delete(queue);
    if (tail.queues.size === 0) tails.delete(tail.realmId);
  };

  /** Finds the queue of a poll on this node, or takes it up from its row. */
  const adopt = async (poll: Poll): Promise<{ tail: Tail; queue: LocalQueue }> => {
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
      const queue = openQueue(record, standing, lastEventId, from);
      tail.queues.set(poll.queueId, queue);
      return { tail, queue };
    }
  };

  const poll = async (request: Poll): Promise<readonly Outgoing[]> => {
    const { tail, queue } = await adopt(request);
    seen.set(queue, clock.monotonic());
    const lastEventId = request.lastEventId < 0 ? idAt(queue.record.fromPosition) : request.lastEventId;
    if (lastEventId < queue.acknowledged) throw badRequest('That event was acknowledged before.');
    if (lastEventId >= idAt(tail.position + 1)) throw badRequest('There is no such event yet.');
    waiters.get(queue)?.answer([]);
    acknowledge(queue, lastEventId);
    // Who does not wait must still see everything that was committed before he asked.
    if (request.dontBlock) await lookAt(tail);
    if (!(await catchUp(tail, log, queue))) {
      forget(tail, queue);
      await queues.remove(request.realmId, request.queueId);
      throw badQueue(request.queueId);
    }
    // It may have been ended by what this poll has just caught up with.
    if (tail.queues.get(request.queueId) !== queue) throw badQueue(request.queueId);
    if (queue.pending.length > 0 || request.dontBlock || draining) return deliverable(queue);
    return wait(tail, queue, request.gone);
  };

  const wait = (tail: Tail, queue: LocalQueue, gone: AbortSignal): Promise<readonly Outgoing[]> =>
    new Promise((resolve, reject) => {
      waiters.get(queue)?.answer([]);
      const heartbeat = (): void => {
        const id = idBetween(tail.position, queue.lastIssued);
        queue.lastIssued = id;
        waiter.answer([{ id, json: JSON.stringify({ type: 'heartbeat', id }) }]);
      };
      const cancel = clock.after(HEARTBEAT_MS.least + random() * HEARTBEAT_MS.spread, heartbeat);
      const leave = (): void => {
        waiter.answer([]);
      };
      const end = (): void => {
        cancel();
        gone.removeEventListener('abort', leave);
        if (waiters.get(queue) === waiter) waiters.delete(queue);
        seen.set(queue, clock.monotonic());
      };
      const waiter: Waiter = {
        answer: (events) => {
          end();
          resolve(events);
        },
        refuse: (problem) => {
          end();
          reject(problem);
        },
      };
      waiters.set(queue, waiter);
      gone.addEventListener('abort', leave);
      if (gone.aborted) leave();
    });

  const lookAt = async (tail: Tail): Promise<void> => {
    const head = (await log.heads([tail.realmId])).get(tail.realmId) ?? 0;
    if (head > tail.position) await advance(tail, log, head, arrive);
  };

  const look = async (): Promise<void> => {
    const heads = await log.heads([...tails.keys()]);
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
    for (const [queue, waiter] of waiters) waiter.answer(deliverable(queue));
  };

  const stop = [every(clock, LOOK_MS, look, warn), every(clock, TOUCH_MS, touch, warn)];
  bus.onPoke((realmId, head) => {
    const tail = tails.get(realmId);
    if (tail !== undefined && head > tail.position) advance(tail, log, head, arrive).catch(warn);
  });

  return {
    add: (record, standing) => {
      const tail = tails.get(record.realmId) ?? openTail(record.realmId, record.fromPosition);
      tails.set(record.realmId, tail);
      const queue = openQueue(record, standing, idAt(record.fromPosition), record.fromPosition);
      tail.queues.set(record.id, queue);
      seen.set(queue, clock.monotonic());
    },
    poll,
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
      for (const tail of tails.values()) count += tail.queues.size;
      return { queues: count, waiting: waiters.size };
    },
    close: async () => {
      for (const end of stop) end();
      answerAll();
    },
  };
};

const notLetIn = (): Problem => new Problem('UNAUTHORIZED', 'The credentials are no longer valid.');

const badQueue = (queueId: string): Problem =>
  new Problem('BAD_EVENT_QUEUE_ID', 'There is no such event queue; register a new one.', {
    extra: { queue_id: queueId },
  });
