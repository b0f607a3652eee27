import { applyEvent } from './apply-event.ts';
import type { Connection } from './connection.ts';
import { follow, type FollowOptions, type News } from './event-loop.ts';
import type { State } from './state.ts';

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
  /** Calls back now and after every change; the answer ends that. */
  subscribe(listener: (live: Live) => void): () => void;
  /** Ends it and deletes the queue. */
  stop(): Promise<void>;
};

export type LiveOptions = FollowOptions & {
  /** Hears every snapshot and event right after the state has taken it in. */
  readonly onNews?: (news: News, state: State) => void;
};

/** A state that keeps itself up to date, for screens. */
export function liveState(connection: Connection, options: LiveOptions = {}): LiveState {
  const ending = new AbortController();
  const signal =
    options.signal === undefined ? ending.signal : AbortSignal.any([options.signal, ending.signal]);
  const listeners = new Set<(live: Live) => void>();
  let live: Live = { status: 'starting', state: undefined };
  const become = (next: Live): void => {
    live = next;
    for (const listener of listeners) listener(live);
  };

  const run = async (): Promise<void> => {
    const news = follow(connection, {
      ...options,
      signal,
      onTrouble: (trouble) => {
        become({ status: 'offline', state: live.state, error: trouble.error });
        options.onTrouble?.(trouble);
      },
      onRecovery: () => {
        if (live.state !== undefined) become({ status: 'live', state: live.state });
        options.onRecovery?.();
      },
    });
    for await (const item of news) {
      const state = item.kind === 'snapshot' ? item.state : after(live.state, item);
      if (state === undefined) continue;
      if (state !== live.state || live.status !== 'live') become({ status: 'live', state });
      options.onNews?.(item, state);
    }
  };
  const runToTheEnd = async (): Promise<void> => {
    let reason: unknown;
    try {
      await run();
    } catch (error) {
      reason = error;
    }
    become({ status: 'ended', state: live.state, error: reason });
  };
  const done = runToTheEnd();

  return {
    get: () => live,
    subscribe: (listener) => {
      // One of its own, so that the same function can listen twice.
      const own = (now: Live): void => {
        listener(now);
      };
      listeners.add(own);
      listener(live);
      return () => {
        listeners.delete(own);
      };
    },
    stop: () => {
      ending.abort();
      return done;
    },
  };
}

function after(state: State | undefined, news: News & { kind: 'event' }): State | undefined {
  return state === undefined ? undefined : applyEvent(state, news.event);
}
