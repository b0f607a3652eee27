import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { deleteQueue, getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { limits } from '@parley/contract/limits.ts';
import { isTransient, standardBackoff, waitAfter, type BackoffOptions } from './backoff.ts';
import { sleep, systemClock, within, type Clock } from './clock.ts';
import { ApiError, type Connection } from './connection.ts';
import type { EventStream } from './event-stream.ts';
import type { State } from './state.ts';
import type { TroubleOptions } from './trouble.ts';

/** Output of the loop: a snapshot, then every later event, once and in order. */
export type News =
  | { readonly kind: 'snapshot'; readonly state: State }
  | { readonly kind: 'event'; readonly event: WireEvent };

export type FollowOptions = TroubleOptions & {
  /** Arguments of the registration: event types, capabilities and so on. */
  readonly register?: ArgumentsOf<typeof registerQueue>;
  /** Whether to use a WebSocket where the platform and the connection can; polls do the rest. */
  readonly stream?: boolean;
  /** Ends the loop. */
  readonly signal?: AbortSignal;
  readonly backoff?: BackoffOptions;
  readonly clock?: Clock;
  readonly random?: () => number;
};

/** A queue that nobody fetches from expires anyway, so the end need not wait long to delete it. */
const DELETE_MS = 2_000;

/**
 * Registers a queue and follows it until the signal ends it or the consumer leaves the loop. The first news is a
 * snapshot. Another one comes whenever the server has forgotten the queue: it replaces everything before it.
 * An event counts as processed when the consumer asks for the next news. Throws an `ApiError` when the server
 * refuses for good (wrong credentials, bad arguments).
 */
export async function* follow(
  connection: Connection,
  options: FollowOptions = {},
): AsyncGenerator<News, void> {
  const { clock = systemClock, random = Math.random, onTrouble, backoff = standardBackoff } = options;
  const signal = options.signal ?? new AbortController().signal;
  let failures = 0;
  let isOffline = false;
  let queue: Queue | undefined;
  let stream: EventStream | undefined;

  const eventsBehind = async (from: Queue): Promise<readonly WireEvent[]> => {
    // After trouble the first question does not wait, so that its end is noticed before something happens.
    if (options.stream !== true || connection.openStream === undefined)
      return poll(connection, from, isOffline, clock, signal);
    const target = { queueId: from.id, lastEventId: from.lastEventId };
    const opened = (stream ??= await connection.openStream(target, signal));
    return within(clock, from.pollMilliseconds, signal, (limited) => opened.next(from.lastEventId, limited));
  };

  const pause = async (error: unknown): Promise<void> => {
    failures += 1;
    const waitMilliseconds = waitAfter(failures, error, random, backoff);
    if (error !== undefined) {
      isOffline = true;
      onTrouble?.({ error, failures, waitMilliseconds });
    }
    await sleep(clock, waitMilliseconds, signal);
  };

  const recover = (): void => {
    if (!isOffline) return;
    isOffline = false;
    options.onRecovery?.();
  };

  try {
    while (!signal.aborted) {
      try {
        if (queue === undefined) {
          const state: State = await register(connection, options.register, clock, signal);
          queue = queueOf(state);
          recover();
          yield { kind: 'snapshot', state };
        } else {
          const events: readonly WireEvent[] = await eventsBehind(queue);
          const hasWaited = !isOffline;
          recover();
          // Another poll took this one's place, or the server is about to end: no reason to hurry.
          if (events.length === 0 && hasWaited) await pause(undefined);
          else failures = 0;
          for (const event of events) {
            if (signal.aborted) return;
            if (event.id <= queue.lastEventId) continue;
            if (event.type !== 'heartbeat') yield { kind: 'event', event };
            queue.lastEventId = event.id;
          }
        }
      } catch (error) {
        stream?.close();
        stream = undefined;
        if (signal.aborted) return;
        if (queue !== undefined && isLost(error)) queue = undefined;
        else if (!isTransient(error)) throw error;
        await pause(error);
      }
    }
  } finally {
    stream?.close();
    if (queue !== undefined) await remove(connection, queue, clock);
  }
}

type Queue = { readonly id: string; readonly pollMilliseconds: number; lastEventId: number };

function queueOf(state: State): Queue {
  return {
    id: state.queue_id,
    pollMilliseconds: 1000 * (state.event_queue_longpoll_timeout_seconds ?? limits.longPollSeconds),
    lastEventId: state.last_event_id,
  };
}

function register(
  connection: Connection,
  args: ArgumentsOf<typeof registerQueue> | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<State> {
  return within(clock, 1000 * limits.longPollSeconds, signal, (limited) =>
    connection.call(registerQueue, args, { signal: limited }),
  );
}

async function poll(
  connection: Connection,
  queue: Queue,
  isHurried: boolean,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly WireEvent[]> {
  const hurry = isHurried ? { dont_block: true } : {};
  const args = { queue_id: queue.id, last_event_id: queue.lastEventId, ...hurry };
  const { events } = await within(clock, queue.pollMilliseconds, signal, (limited) =>
    connection.call(getEvents, args, { signal: limited }),
  );
  return events;
}

async function remove(connection: Connection, queue: Queue, clock: Clock): Promise<void> {
  try {
    await within(clock, DELETE_MS, undefined, (limited) =>
      connection.call(deleteQueue, { queue_id: queue.id }, { signal: limited }),
    );
  } catch {
    // It expires by itself.
  }
}

/** The loop alone chooses what a poll asks for; a refusal means that the server no longer has it. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}
