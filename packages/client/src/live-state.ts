import type { WireEvent } from '@parley/contract/events.ts';
import { applyEvent } from './apply-event.ts';
import type { Connection } from './connection.ts';
import { followBatches, type FollowOptions, type ResumePoint, type Update } from './event-batches.ts';
import type { News } from './event-loop.ts';
import type { State } from './state.ts';
import type { Trouble } from './trouble.ts';

/** The current state, and whether it is up to date. */
export type Live =
  | { readonly status: 'starting'; readonly state: undefined }
  | { readonly status: 'live'; readonly state: State }
  /** The server cannot be reached; the state is the last that was known. */
  | { readonly status: 'offline'; readonly state: State | undefined; readonly error: unknown }
  /** For good: stopped, or refused with an error. */
  | { readonly status: 'ended'; readonly state: State | undefined; readonly error: unknown };

export type LiveState = {
  /** The same object until something changes. */
  get(): Live;
  /** Calls back now and after every change, once for all events of a response; the answer ends that. */
  subscribe(listener: (live: Live) => void): () => void;
  /** State, queue and last event that is part of the state, to store and to continue from later. */
  cursor(): ResumePoint | undefined;
  /** Ends it and deletes the queue, unless that is kept. */
  stop(): Promise<void>;
};

export type LiveOptions = Omit<FollowOptions, 'knownUsers'> & {
  /** Gets users in parts, and after a lost queue only those who changed. */
  readonly usersInParts?: boolean;
  /** Hears every snapshot and event right after the state has taken it in. */
  readonly onNews?: (news: News, state: State) => void;
  /** Hears the events of a response together, after the state has taken in all of them and before listeners do. */
  readonly onBatch?: (events: readonly WireEvent[], state: State) => void;
};

/** A state that keeps itself up to date, for screens. */
export function liveState(connection: Connection, options: LiveOptions = {}): LiveState {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const listeners = new Set<(live: Live) => void>();
  let cursor = options.from;
  let live = beginning(options.from);
  const become = (next: Live): void => {
    live = next;
    for (const listener of listeners) listener(live);
  };

  const take = (update: Update): void => {
    if (update.kind === 'snapshot') {
      const { state } = update;
      cursor = { state, queueId: state.queue_id, lastEventId: state.last_event_id };
      become({ status: 'live', state });
      options.onNews?.(update, state);
    } else if (cursor !== undefined) {
      const steps = stepsOf(cursor.state, update.events);
      const state = steps.at(-1)?.state ?? cursor.state;
      cursor = { ...cursor, state, lastEventId: update.lastEventId };
      const isChanged = state !== live.state || live.status !== 'live';
      if (isChanged) live = { status: 'live', state };
      if (steps.length > 0) options.onBatch?.(update.events, state);
      if (isChanged) become(live);
      for (const step of steps) options.onNews?.({ kind: 'event', event: step.event }, step.state);
    }
  };

  const run = async (): Promise<void> => {
    let reason: unknown;
    try {
      const onTrouble = (trouble: Trouble): void => {
        become({ status: 'offline', state: live.state, error: trouble.error });
        options.onTrouble?.(trouble);
      };
      const follow = { ...followOptions(options, () => cursor?.state), signal, onTrouble };
      for await (const update of followBatches(connection, follow)) take(update);
    } catch (error) {
      reason = error;
    }
    become({ status: 'ended', state: live.state, error: reason });
  };
  const done = run();

  return {
    get: () => live,
    cursor: () => cursor,
    subscribe: (listener) => {
      const own: typeof listener = (now) => listener(now); // The same function can listen twice.
      listeners.add(own);
      listener(live);
      return () => void listeners.delete(own);
    },
    stop: () => {
      ending.abort();
      return done;
    },
  };
}

function followOptions(
  { usersInParts = false, ...options }: LiveOptions,
  current: () => State | undefined,
): FollowOptions {
  return usersInParts ? { ...options, knownUsers: async () => current() } : options;
}

function beginning(from: ResumePoint | undefined): Live {
  if (from === undefined) return { status: 'starting', state: undefined };
  return { status: 'offline', state: from.state, error: undefined };
}

/** Each event with the state right after it. */
function stepsOf(before: State, events: readonly WireEvent[]): { event: WireEvent; state: State }[] {
  let state = before;
  return events.map((event) => {
    state = applyEvent(state, event);
    return { event, state };
  });
}
