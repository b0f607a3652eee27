import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { deleteQueue, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { limits } from '@parley/contract/limits.ts';
import { isTransient, standardBackoff, waitAfter, type BackoffOptions } from './backoff.ts';
import { sleep, systemClock, within, type Clock } from './clock.ts';
import { ApiError, type Connection } from './connection.ts';
import { queueReader, type Queue, type StreamUse } from './queue-reader.ts';
import type { State } from './state.ts';
import type { TroubleOptions } from './trouble.ts';
import { completeUsers } from './user-list.ts';

/** A state that was stored, and the place in its queue up to which events are part of it. */
export type ResumePoint = {
  readonly state: State;
  readonly queueId: string;
  readonly lastEventId: number;
};

export type FollowOptions = TroubleOptions & {
  /** Arguments of the registration: event types, capabilities and so on. */
  readonly register?: ArgumentsOf<typeof registerQueue>;
  /** Continues an existing queue instead of registering one. An expired queue is registered again. */
  readonly from?: ResumePoint;
  /**
   * The state that the client has when it registers. Then users arrive in parts, and only those who changed since. Without
   * it, every registration has all users.
   */
  readonly knownUsers?: () => Promise<State | undefined>;
  /** Leaves the queue to expire by itself, so that it can be continued later. */
  readonly keepQueue?: boolean;
  /**
   * Whether events arrive over a WebSocket. `auto`, the default, uses one where the platform and the network can, and
   * polls otherwise; `never` only polls; `always` waits for a WebSocket and fails where the platform has none.
   */
  readonly stream?: StreamUse;
  /** Ends the loop. */
  readonly signal?: AbortSignal;
  readonly backoff?: BackoffOptions;
  readonly clock?: Clock;
  readonly random?: () => number;
};

/** A snapshot, or the new events of one response. */
export type Update =
  | { readonly kind: 'snapshot'; readonly state: State }
  /** Empty when there was only a heartbeat. */
  | { readonly kind: 'batch'; readonly events: readonly WireEvent[]; readonly lastEventId: number };

/** A queue that nobody fetches from expires anyway, so the end need not wait long to delete it. */
const DELETE_MS = 2_000;

/** Follows a queue as `follow` does. A batch counts as processed when the consumer asks for the next update. */
export async function* followBatches(
  connection: Connection,
  options: FollowOptions = {},
): AsyncGenerator<Update, void> {
  const { clock = systemClock, random = Math.random, onTrouble, backoff = standardBackoff } = options;
  const signal = options.signal ?? new AbortController().signal;
  const reader = queueReader(connection, options.stream ?? 'auto', clock, signal);
  let failures = 0;
  let isOffline = options.from !== undefined;
  let queue = options.from === undefined ? undefined : resumedQueue(options.from);

  const pause = async (error: unknown): Promise<void> => {
    failures += 1;
    const waitMilliseconds = waitAfter(failures, error, random, backoff);
    isOffline ||= error !== undefined;
    if (error !== undefined) onTrouble?.({ error, failures, waitMilliseconds });
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
          const state: State = await register(connection, options, clock, signal);
          queue = queueOf(state);
          recover();
          yield { kind: 'snapshot', state };
          continue;
        }
        // After trouble the first question does not wait, so that its end is noticed before something happens.
        const events: readonly WireEvent[] = await reader.read(queue, isOffline);
        const hasWaited = !isOffline;
        recover();
        // Another poll took this one's place, or the server is about to end: no reason to hurry.
        if (events.length === 0 && hasWaited) await pause(undefined);
        else failures = 0;
        if (signal.aborted) return;
        const batch = batchBehind(queue.lastEventId, events);
        yield batch;
        queue.lastEventId = batch.lastEventId;
      } catch (error) {
        reader.close();
        if (signal.aborted) return;
        const lost = isLost(error) ? queue : undefined;
        if (lost !== undefined) queue = undefined;
        else if (!isTransient(error)) throw error;
        if (lost?.isRewound !== true) await pause(error);
      }
    }
  } finally {
    reader.close();
    if (queue !== undefined && options.keepQueue !== true) await remove(connection, queue, clock);
  }
}

function batchBehind(lastEventId: number, received: readonly WireEvent[]): Update & { kind: 'batch' } {
  const fresh = received.filter(({ id }) => id > lastEventId);
  return {
    kind: 'batch',
    events: fresh.filter(({ type }) => type !== 'heartbeat'),
    lastEventId: fresh.at(-1)?.id ?? lastEventId,
  };
}

function queueOf(state: State): Queue {
  return {
    id: state.queue_id,
    pollMilliseconds: 1000 * (state.event_queue_longpoll_timeout_seconds ?? limits.longPollSeconds),
    lastEventId: state.last_event_id,
    isRewound: false,
  };
}

function resumedQueue({ state, queueId, lastEventId }: ResumePoint): Queue {
  return { ...queueOf(state), id: queueId, lastEventId, isRewound: true };
}

async function register(
  connection: Connection,
  { register: args, knownUsers }: FollowOptions,
  clock: Clock,
  signal: AbortSignal,
): Promise<State> {
  const known = await knownUsers?.();
  const since = knownUsers === undefined ? {} : { users_since: known?.users_version ?? '' };
  return within(clock, 1000 * limits.longPollSeconds, signal, async (limited) => {
    const state = await connection.call(registerQueue, { ...args, ...since }, { signal: limited });
    return completeUsers(connection, state, known, args?.client_gravatar ?? true, limited);
  });
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
