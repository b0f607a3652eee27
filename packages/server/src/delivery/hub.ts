import type { Bus } from '../engine/bus/bus.ts';
import type { Clock, Random } from '../engine/clock.ts';
import type { LogStore } from '../engine/log/store.ts';
import { noTracing, type Tracing } from '../engine/tracing/tracing.ts';
import { noProcessorTime, type ProcessorTime } from '../engine/turns/processor-time.ts';
import { accept, acceptNow } from './accept.ts';
import { confirmCredential } from './end-waits.ts';
import type { EventAdapter } from './event-adapter.ts';
import { acknowledge, deliverable, type Membership, type QueueRecord } from './local-queue.ts';
import type { OutgoingEvent } from './outgoing-event.ts';
import { QueueRegistry } from './queue-registry.ts';
import { queueNotFound, startIdOf, type QueueRequest } from './queue-request.ts';
import type { QueueStore } from './store.ts';
import type { LocatedQueue } from './tail.ts';
import { Upkeep } from './upkeep.ts';
import { Listener, Poller, Waiters, type EventSink, type PollResponder, type Waiter } from './waiter.ts';

/** The parameters of a poll or stream. */
export type PollRequest = QueueRequest & { readonly dontBlock: boolean };
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
  /** Charges the work of catching up to the user of the queue. */
  readonly processor?: Pick<ProcessorTime, 'run'>;
};

/** The parts of a hub that requests pass. */
type OpenHub = {
  readonly registry: QueueRegistry;
  readonly waiters: Waiters;
  readonly queues: QueueStore;
  readonly confirm: (waiter: Waiter) => void;
  readonly processor: Pick<ProcessorTime, 'run'>;
};

export function createHub(parts: HubParts): Hub {
  const { queues, clock, random, isCredentialValid, warn } = parts;
  const { confirmEpoch = async () => {}, tracing = noTracing, processor = noProcessorTime } = parts;
  const waiters = new Waiters(clock, random);
  const registry = new QueueRegistry({ ...parts, confirmEpoch, tracing }, waiters);
  const upkeep = new Upkeep({ ...parts, confirmEpoch, registry, waiters });
  const confirm = (waiter: Waiter): void => void confirmCredential(waiter, isCredentialValid, warn);
  const hub: OpenHub = { registry, waiters, queues, confirm, processor };
  return {
    add: (record, membership) => {
      registry.add(record, membership);
    },
    startPoll: (request, responder) => startPoll(hub, request, responder),
    poll: (request) => poll(hub, request),
    listen: (request, sink) => listen(hub, request, sink),
    remove: (realmId, userId, queueId) => registry.remove(realmId, userId, queueId),
    endEpoch: () => {
      registry.endEpoch();
    },
    drain: () => {
      waiters.drain();
    },
    get size() {
      return sizeOf(hub);
    },
    close: async () => {
      upkeep.stop();
      waiters.releaseAll();
    },
  };
}

/**
 * The life of a poll: it is accepted by its queue, which drops the events that the client has received and catches up
 * with the log; then it is answered, or waits until the tail delivers an event, a heartbeat is due, or the wait ends.
 */
function startPoll(hub: OpenHub, request: PollRequest, responder: PollResponder): Poller {
  const poller = new Poller(responder, hub.waiters, request.credential);
  try {
    const located = request.dontBlock ? undefined : acceptNow(hub, request);
    if (located === undefined) void hub.processor.run(() => startSlowly(hub, request, poller), request);
    // A live queue ends with its credential, unless an older node registered it.
    else if (located.queue.record.credentialId === null) answerOrConfirm(hub, request, located, poller);
    else answerOrWait(hub, request, located, poller);
  } catch (error) {
    poller.reject(error);
  }
  return poller;
}

async function startSlowly(hub: OpenHub, request: PollRequest, poller: Poller): Promise<void> {
  try {
    answerOrConfirm(hub, request, await acceptAndCatchUp(hub, request), poller);
  } catch (error) {
    poller.reject(error);
  }
}

async function acceptAndCatchUp(hub: OpenHub, request: PollRequest): Promise<LocatedQueue> {
  const located = await accept(hub, request);
  // dont_block requests read the current head first, so they see every earlier commit.
  if (request.dontBlock) await hub.registry.readHead(located.tail);
  await hub.registry.catchUp(located);
  return located;
}

function answerOrWait(hub: OpenHub, request: PollRequest, located: LocatedQueue, poller: Poller): void {
  const { registry, waiters } = hub;
  const { tail, queue } = located;
  if (!registry.isFollowed(tail)) poller.reject(queueNotFound(request.queueId));
  else if (isSuperseded(request, located)) poller.leave();
  else if (queue.pending.length > 0 || request.dontBlock || waiters.isDraining)
    poller.answer(deliverable(queue));
  else poller.subscribe(located);
}

function answerOrConfirm(hub: OpenHub, request: PollRequest, located: LocatedQueue, poller: Poller): void {
  answerOrWait(hub, request, located, poller);
  if (poller.isWaiting) hub.confirm(poller);
}

/** Another request has moved the queue while this one was reading the log. */
function isSuperseded(request: PollRequest, { queue }: LocatedQueue): boolean {
  return queue.acknowledged !== startIdOf(request, queue.record);
}

function poll(hub: OpenHub, { gone, ...request }: AbortablePollRequest): Promise<readonly OutgoingEvent[]> {
  return new Promise((resolve, reject) => {
    const poller = startPoll(hub, request, { answer: resolve, reject });
    gone.addEventListener('abort', () => {
      poller.leave();
    });
    if (gone.aborted) poller.leave();
  });
}

async function listen(hub: OpenHub, request: PollRequest, sink: EventSink): Promise<EventSubscription> {
  const { registry, waiters, confirm, processor } = hub;
  const located = await processor.run(() => acceptAndCatchUp(hub, request), request);
  const { tail, queue } = located;
  if (!registry.isFollowed(tail)) throw queueNotFound(request.queueId);
  if (isSuperseded(request, located)) return endedSubscription(sink);
  const listener = new Listener(located, startIdOf(request, queue.record), sink, waiters, request.credential);
  confirm(listener);
  if (waiters.isDraining) listener.leave();
  const resume = async (): Promise<void> => {
    await registry.catchUp(located);
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
      return processor.run(resume, request);
    },
  };
}

function endedSubscription(sink: EventSink): EventSubscription {
  sink.end();
  return { close: () => {}, acknowledge: () => undefined };
}

function sizeOf({ registry, waiters }: OpenHub): Hub['size'] {
  let queues = 0;
  let lag = 0;
  for (const tail of registry.tails.values()) {
    queues += tail.queues.size;
    lag = Math.max(lag, tail.knownHead - tail.position);
  }
  return { queues, waiting: waiters.count, lag };
}
