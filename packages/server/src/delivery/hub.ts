import type { Bus } from '../engine/bus/bus.ts';
import { every, type Clock, type Random } from '../engine/clock.ts';
import type { LogStore } from '../engine/log/store.ts';
import { badRequest, type ApiError } from '../engine/api-error.ts';
import { noTracing, type Tracing } from '../engine/tracing/tracing.ts';
import { offerEphemeral } from './ephemeral.ts';
import { confirmCredential, endWaits, invalidCredentials, queueNotFound } from './end-waits.ts';
import type { EventAdapter } from './event-adapter.ts';
import { idAt, positionOf } from './event-id.ts';
import {
  acknowledge,
  deliverable,
  openQueue,
  resumeQueue,
  type LocalQueue,
  type QueueRecord,
  type Membership,
} from './local-queue.ts';
import type { OutgoingEvent } from './outgoing-event.ts';
import { rewindQueue } from './rewind-queue.ts';
import type { QueueStore } from './store.ts';
import { advance, catchUp, openTail, type LogBatch, type LocatedQueue, type Tail } from './tail.ts';
import {
  Listener,
  Poller,
  type PollCredential,
  type PollResponder,
  type EventSink,
  type WaiterRegistry,
  type Waiter,
} from './waiter.ts';
import { createTimerWheel } from './timer-wheel.ts';

/** The parameters of a poll, with the organization and user of the caller. */
export type PollRequest = {
  readonly realmId: number;
  readonly userId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  readonly dontBlock: boolean;
  /** Permits a `lastEventId` below the newest acknowledged one. */
  readonly rewind?: boolean;
  readonly credential: PollCredential;
};
export type AbortablePollRequest = PollRequest & { readonly gone: AbortSignal };

/** The event queues that clients poll on this node. */
export type Hub = {
  /** Adds a queue that was just registered. */
  add(record: QueueRecord, membership: Membership): void;
  /** Calls the responder exactly once, possibly before returning. `leave` cancels the wait when the client disconnects. */
  startPoll(request: PollRequest, responder: PollResponder): { leave(): void };
  /** Like `startPoll`, as a promise. */
  poll(poll: AbortablePollRequest): Promise<readonly OutgoingEvent[]>;
  /** Streams events to the sink until either side closes the subscription. */
  listen(request: PollRequest, sink: EventSink): Promise<EventSubscription>;
  remove(realmId: number, userId: number, queueId: string): Promise<void>;
  /** Ends every queue with BAD_EVENT_QUEUE_ID, because the database continues another history. */
  endEpoch(): void;
  /** Answers all waiting polls, and later ones immediately, because the server is shutting down. */
  drain(): void;
  readonly size: { queues: number; waiting: number; lag: number };
  close(): Promise<void>;
};

/** An open event stream: the client acknowledges events and closes the stream. */
export type EventSubscription = {
  /** Returns a promise only if the queue has to catch up with the log. */
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
  /** Reads from the database whether a credential goes on. */
  readonly isCredentialValid: (lookup: string) => Promise<boolean>;
  /** Checks the epoch of the database; calls `endEpoch` if it has changed. */
  readonly confirmEpoch?: () => Promise<void>;
  readonly tracing?: Tracing;
};

/** Interval of reading the log heads, in case a wake-up was lost. */
const HEAD_CHECK_MS = 1_000;
/** Interval of updating `last_seen` of queues in use; well below `EXPIRY_GRACE_SECONDS`. */
const TOUCH_MS = 20_000;
/** A queue without polls for this long is evicted from memory; its row stays. */
const EVICT_AFTER_MS = 600_000;

export function createHub({
  log,
  adapter,
  queues,
  bus,
  clock,
  random,
  warn,
  isCredentialValid,
  confirmEpoch = async () => {},
  tracing = noTracing,
}: HubParts): Hub {
  const tails = new Map<number, Tail>();
  const opening = new Map<number, Promise<Tail>>();
  const waiters = new Map<LocalQueue, Waiter>();
  const lastUsed = new Map<LocalQueue, number>();
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
      lastUsed.set(queue, clock.monotonic());
    },
  };
  let draining = false;
  /** Increased with every new epoch, so that results which were read before it are recognized. */
  let generation = 0;
  /** The last read of the log heads failed. */
  let areHeadsUnreadable = false;

  const tailAt = async (realmId: number, atLeast: number): Promise<Tail> => {
    const tail = tails.get(realmId) ?? (await openAtHead(realmId));
    if (tail.position < atLeast) await advance(tail, log, atLeast, onBatch);
    return tail;
  };

  /** Concurrent callers share one read of the head, which may be older than the position a caller needs. */
  const openAtHead = (realmId: number): Promise<Tail> => {
    const pendingOpen = opening.get(realmId);
    if (pendingOpen !== undefined) return pendingOpen;
    const begun = generation;
    const opened = log.heads([realmId]).then(
      (heads) => {
        if (generation !== begun) return openAtHead(realmId);
        opening.delete(realmId);
        return tails.get(realmId) ?? follow(realmId, heads.get(realmId) ?? 0);
      },
      (error: unknown) => {
        if (generation === begun) opening.delete(realmId);
        throw error;
      },
    );
    opening.set(realmId, opened);
    return opened;
  };

  const follow = (realmId: number, position: number): Tail => {
    const tail = openTail(realmId, position, adapter);
    tails.set(realmId, tail);
    bus.follow(realmId);
    return tail;
  };

  const onBatch = ({ tail, woken, notices }: LogBatch): void => {
    const waits = { of: (queue: LocalQueue) => waiters.get(queue), evict };
    for (const notice of notices) endWaits(tail, notice, waits);
    const delivered = tracing.begin('deliver', {
      'parley.organization': tail.realmId,
      'parley.position': tail.position,
      'parley.queues': woken.length,
    });
    for (const queue of woken) waiters.get(queue)?.wake();
    delivered();
    // Queues that did not subscribe to the event of the closing must end too.
    if (notices.some(({ notice }) => notice.notice === 'organization-closed'))
      for (const queue of tail.queues.values()) waiters.get(queue)?.reject(invalidCredentials());
  };

  /** Answers the waiting poll with its pending events, or with none. */
  const release = (queue: LocalQueue): void => {
    const waiter = waiters.get(queue);
    waiter?.wake();
    waiter?.leave();
  };

  const evict = (tail: Tail, queue: LocalQueue): void => {
    release(queue);
    tail.queues.delete(queue.record.id);
    tail.live.delete(queue);
    tail.catchingUp.delete(queue);
    lastUsed.delete(queue);
    if (tail.queues.size > 0) return;
    tails.delete(tail.realmId);
    bus.unfollow(tail.realmId);
  };

  /** Finds the queue of a request on this node, or adopts it from its row. */
  const locate = async (poll: PollRequest): Promise<LocatedQueue> => {
    const cached = tails.get(poll.realmId)?.queues.get(poll.queueId);
    const record = cached?.record ?? (await queues.load(poll.realmId, poll.queueId));
    if (record === undefined || !mayUse(poll, record)) throw queueNotFound(poll.queueId);
    const lastEventId = poll.lastEventId < 0 ? idAt(record.fromPosition) : poll.lastEventId;
    const from = positionOf(lastEventId);
    const membership =
      cached === undefined ? await queues.membershipAt(poll.realmId, poll.userId, from) : undefined;
    for (;;) {
      const tail = await tailAt(poll.realmId, from);
      // Evicting the last queue of an organization closes its tail: retry with a new one.
      if (tails.get(poll.realmId) !== tail) continue;
      const local = tail.queues.get(poll.queueId);
      if (local !== undefined) return { tail, queue: local };
      // The queue was evicted meanwhile and its row may be deleted, so load it again.
      if (cached !== undefined) return locate(poll);
      if (from < record.fromPosition) throw alreadyAcknowledged(lastEventId);
      if (from > tail.position) {
        await refuseAhead(poll);
        return locate(poll);
      }
      if (membership === undefined) throw queueNotFound(poll.queueId);
      const queue = resumeQueue(record, membership, lastEventId);
      tail.queues.set(poll.queueId, queue);
      return { tail, queue };
    }
  };

  /** Another node may have begun an epoch; otherwise the client has events that this history does not contain. */
  const refuseAhead = async ({ queueId }: PollRequest): Promise<void> => {
    const before = generation;
    await confirmEpoch();
    if (generation === before) throw queueNotFound(queueId);
  };

  /** Accepts a request; it may go back to an acknowledged event if its client asks so, or did on another node. */
  const accept = async (request: PollRequest, located: LocatedQueue): Promise<LocatedQueue> => {
    const { tail, queue } = located;
    const { id, realmId, userId, fromPosition } = queue.record;
    const startId = startIdOf(request, queue);
    if (startId >= idAt(tail.position + 1)) {
      await refuseAhead(request);
      return accept(request, await locate(request));
    }
    if (startId < queue.acknowledged) {
      const record = await queues.load(realmId, id);
      if (record === undefined) throw queueNotFound(id);
      const isPermitted = request.rewind === true || record.rewinds > queue.rewinds;
      const from = positionOf(startId);
      if (!isPermitted || from < fromPosition) throw alreadyAcknowledged(startId);
      const membership = await queues.membershipAt(realmId, userId, from);
      if (membership === undefined) throw queueNotFound(id);
      // The queue was evicted meanwhile.
      if (tail.queues.get(id) !== queue) return accept(request, await locate(request));
      rewindQueue(tail, queue, membership, startId);
      queue.rewinds = record.rewinds;
    }
    acceptNow(request, located);
    return located;
  };

  /** False after the end of the epoch in which the queue was located. */
  const isFollowed = ({ tail }: LocatedQueue): boolean => tails.get(tail.realmId) === tail;

  /** Another request has moved the queue while this one was reading the log. */
  const isSuperseded = (request: PollRequest, { queue }: LocatedQueue): boolean =>
    queue.acknowledged !== startIdOf(request, queue);

  /** Locates the queue, drops acknowledged events and reads new ones from the log. */
  const prepare = async (request: PollRequest): Promise<LocatedQueue> => {
    if (request.rewind === true) await queues.countRewind(request.realmId, request.userId, request.queueId);
    const located = await accept(request, await locate(request));
    // dont_block requests read the current head first, so they see every earlier commit.
    if (request.dontBlock) await readHeadOf(located.tail);
    await catchUpWith(located);
    return located;
  };

  /** The synchronous form of `prepare`, for a live queue: nearly every poll takes this path. */
  const prepareNow = (request: PollRequest): LocatedQueue | undefined => {
    const tail = tails.get(request.realmId);
    const queue = tail?.queues.get(request.queueId);
    if (tail === undefined || queue === undefined || request.dontBlock) return undefined;
    if (!mayUse(request, queue.record) || !tail.live.has(queue)) return undefined;
    if (positionOf(request.lastEventId) > tail.position) return undefined;
    if (request.rewind === true || startIdOf(request, queue) < queue.acknowledged) return undefined;
    const located = { tail, queue };
    acceptNow(request, located);
    return located;
  };

  const acceptNow = (request: PollRequest, { tail, queue }: LocatedQueue): void => {
    lastUsed.set(queue, clock.monotonic());
    const lastEventId = startIdOf(request, queue);
    if (lastEventId < queue.acknowledged) throw alreadyAcknowledged(lastEventId);
    if (lastEventId >= idAt(tail.position + 1)) throw queueNotFound(queue.record.id);
    waiters.get(queue)?.leave();
    acknowledge(queue, lastEventId);
  };

  const catchUpWith = async ({ tail, queue }: LocatedQueue): Promise<void> => {
    const { id, realmId } = queue.record;
    tail.catchingUp.add(queue);
    if (!(await catchUp(tail, log, queue))) {
      evict(tail, queue);
      await queues.remove(realmId, id);
      throw queueNotFound(id);
    }
    tail.catchingUp.delete(queue);
    // An entry that was just read may have ended the queue.
    if (tail.queues.get(id) !== queue) throw queueNotFound(id);
  };

  const startPoll = (request: PollRequest, responder: PollResponder): Poller => {
    const poller = new Poller(responder, registry, request.credential);
    const answerOrWait = (located: LocatedQueue): void => {
      const { queue } = located;
      if (!isFollowed(located)) poller.reject(queueNotFound(request.queueId));
      else if (isSuperseded(request, located)) poller.leave();
      else if (queue.pending.length > 0 || request.dontBlock || draining) poller.answer(deliverable(queue));
      else poller.subscribe(located);
    };
    const adopt = (located: LocatedQueue): void => {
      answerOrWait(located);
      if (poller.isWaiting) void confirmCredential(poller, isCredentialValid, warn);
    };
    const reject = (error: unknown): void => {
      poller.reject(error);
    };
    try {
      const located = prepareNow(request);
      if (located === undefined) prepare(request).then(adopt).catch(reject);
      // A live queue ends with its credential, unless an older node registered it.
      else if (located.queue.record.credentialId === null) adopt(located);
      else answerOrWait(located);
    } catch (error) {
      reject(error);
    }
    return poller;
  };

  const poll = ({ gone, ...request }: AbortablePollRequest): Promise<readonly OutgoingEvent[]> =>
    new Promise((resolve, reject) => {
      const poller = startPoll(request, { answer: resolve, reject });
      gone.addEventListener('abort', () => {
        poller.leave();
      });
      if (gone.aborted) poller.leave();
    });

  const listen = async (request: PollRequest, sink: EventSink): Promise<EventSubscription> => {
    const located = await prepare(request);
    const { tail, queue } = located;
    if (!isFollowed(located)) throw queueNotFound(request.queueId);
    if (isSuperseded(request, located)) return endedSubscription(sink);
    const listener = new Listener(located, startIdOf(request, queue), sink, registry, request.credential);
    void confirmCredential(listener, isCredentialValid, warn);
    if (draining) listener.leave();
    const resume = async (): Promise<void> => {
      await catchUpWith(located);
      listener.wake();
    };
    return {
      close: () => {
        listener.leave();
      },
      acknowledge: (eventId) => {
        if (listener.hasEnded || eventId < queue.acknowledged || eventId > queue.lastIssued) return undefined;
        acknowledge(queue, eventId);
        // A queue with too many unacknowledged events stops being live and has to catch up.
        if (tail.live.has(queue)) return undefined;
        return resume();
      },
    };
  };

  const readHeadOf = async (tail: Tail): Promise<void> => {
    const head = (await log.heads([tail.realmId])).get(tail.realmId) ?? 0;
    if (head > tail.position) await advance(tail, log, head, onBatch);
  };

  const checkHeads = async (): Promise<void> => {
    const heads = await confirmEpoch()
      .then(() => log.heads([...tails.keys()]))
      .catch((error: unknown) => {
        areHeadsUnreadable = true;
        throw error;
      });
    areHeadsUnreadable = false;
    for (const [realmId, head] of heads) {
      const tail = tails.get(realmId);
      if (tail !== undefined && head > tail.position) await advance(tail, log, head, onBatch);
    }
  };

  const touch = async (): Promise<void> => {
    const now = clock.monotonic();
    const usedQueues: LocalQueue[] = [];
    for (const tail of tails.values())
      for (const queue of tail.queues.values()) {
        const idle = now - (lastUsed.get(queue) ?? 0);
        if (waiters.has(queue) || idle < 2 * TOUCH_MS) usedQueues.push(queue);
        else if (idle > EVICT_AFTER_MS) evict(tail, queue);
      }
    const alive = await queues.touch(usedQueues.map((queue) => queue.record.id));
    for (const queue of usedQueues) {
      const tail = tails.get(queue.record.realmId);
      if (!alive.has(queue.record.id) && tail?.queues.get(queue.record.id) === queue) evict(tail, queue);
    }
  };

  const releaseAll = (): void => {
    for (const queue of waiters.keys()) release(queue);
  };

  const stopTimers = [every(clock, HEAD_CHECK_MS, checkHeads, warn), every(clock, TOUCH_MS, touch, warn)];
  bus.onWakeUp((realmId, head) => {
    const tail = tails.get(realmId);
    if (tail === undefined || head <= tail.position) return;
    const isNewHead = areHeadsUnreadable && head > tail.knownHead;
    advance(tail, log, head, onBatch).catch((error: unknown) => {
      warn(error);
      // Another node can write while this one cannot read, so clients are better served by another node.
      if (isNewHead) for (const queue of tail.queues.values()) release(queue);
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
      lastUsed.set(queue, clock.monotonic());
    },
    startPoll,
    poll,
    listen,
    remove: async (realmId, userId, queueId) => {
      const record = await queues.load(realmId, queueId);
      if (record?.userId !== userId || !(await queues.remove(realmId, queueId))) throw queueNotFound(queueId);
      const tail = tails.get(realmId);
      const queue = tail?.queues.get(queueId);
      if (tail !== undefined && queue !== undefined) evict(tail, queue);
    },
    endEpoch: () => {
      generation += 1;
      opening.clear();
      const ended = [...tails.values()];
      tails.clear();
      for (const tail of ended) {
        bus.unfollow(tail.realmId);
        for (const queue of tail.queues.values()) {
          waiters.get(queue)?.reject(queueNotFound(queue.record.id));
          lastUsed.delete(queue);
        }
        tail.queues.clear();
      }
    },
    drain: () => {
      draining = true;
      releaseAll();
    },
    get size() {
      let count = 0;
      let lag = 0;
      for (const tail of tails.values()) {
        count += tail.queues.size;
        lag = Math.max(lag, tail.knownHead - tail.position);
      }
      return { queues: count, waiting: waiters.size, lag };
    },
    close: async () => {
      for (const end of stopTimers) end();
      releaseAll();
    },
  };
}

function endedSubscription(sink: EventSink): EventSubscription {
  sink.end();
  return { close: () => {}, acknowledge: () => undefined };
}

/** A queue belongs to one user, and ends with the credential that registered it. */
function mayUse({ userId, credential }: PollRequest, record: QueueRecord): boolean {
  return record.userId === userId && (record.credentialId === null || record.credentialId === credential.id);
}

/** The id after which events are wanted; a negative one means every event since registration. */
function startIdOf({ lastEventId }: PollRequest, { record }: LocalQueue): number {
  return lastEventId < 0 ? idAt(record.fromPosition) : lastEventId;
}

function alreadyAcknowledged(lastEventId: number): ApiError {
  return badRequest(`Event ${lastEventId} was acknowledged before; last_event_id must not decrease.`);
}
