import type { ServerEvent, State } from '@parley/client';
import type { Clock } from '@parley/client/clock.ts';
import type { Link } from '../chat.ts';

/** Relation to the server without the error, which cannot be sent between tabs. */
export type SharedLink = Pick<Link, 'status' | 'asOf'>;

/** A place in a queue. */
export type Mark = { readonly queueId: string; readonly lastEventId: number };

export type TabMessage =
  /** Events behind `from`, as the leader received them. */
  | {
      readonly kind: 'events';
      readonly queueId: string;
      readonly from: number;
      readonly lastEventId: number;
      readonly events: readonly ServerEvent[];
    }
  /** The leader has a new queue; followers ask for its state. */
  | { readonly kind: 'registered' }
  | { readonly kind: 'link'; readonly link: SharedLink }
  /** A follower has reason to doubt the link. */
  | { readonly kind: 'check' }
  /** A follower asks what came behind its place; without one it asks for the whole state. */
  | { readonly kind: 'ask'; readonly tab: string; readonly mark: Mark | undefined }
  /** The leader's answer to one follower that events cannot bring up to date. */
  | { readonly kind: 'state'; readonly tab: string; readonly mark: Mark; readonly state: State }
  /** Outbox or drafts on disk have changed. */
  | { readonly kind: 'texts' }
  | { readonly kind: 'forgotten' };

/** Messages between the tabs of one user. */
export type TabChannel = {
  readonly post: (message: TabMessage) => void;
  readonly listen: (listener: (message: TabMessage) => void) => void;
  readonly close: () => void;
};

/** The part of `LockManager` that tabs need. */
export type TabLocks = {
  request<T>(
    name: string,
    options: { readonly signal?: AbortSignal; readonly steal?: boolean },
    work: () => Promise<T>,
  ): Promise<T>;
};

export type Tabs = {
  readonly post: (message: TabMessage) => void;
  /** Runs work in one tab at a time. */
  readonly lock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Takes the leadership from a tab that does not answer. */
  readonly steal: () => void;
  readonly close: () => void;
};

export type TabHandlers = {
  /** Runs while this tab leads; the signal ends it when another tab takes over. */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  readonly hear: (message: TabMessage) => void;
};

const RETRY_MS = 1_000;

/** A tab that knows nothing of others and always leads. */
export function loneTab({ lead }: TabHandlers): Tabs {
  const closing = new AbortController();
  // The caller is not ready before its own task ends.
  queueMicrotask(() => void lead(closing.signal));
  return {
    post: () => undefined,
    lock: (_, work) => work(),
    steal: () => undefined,
    close: () => {
      closing.abort();
    },
  };
}

/** Joins the tabs of one user in this browser. Exactly one of them leads. */
export function joinTabs(
  name: string,
  locks: TabLocks,
  channel: TabChannel,
  clock: Clock,
  handlers: TabHandlers,
): Tabs {
  const closing = new AbortController();
  let leadership: AbortController | undefined;
  let queued = new AbortController();
  channel.listen((message) => {
    if (!closing.signal.aborted) handlers.hear(message);
  });

  const hold = async (): Promise<void> => {
    const held = new AbortController();
    leadership = held;
    const signal = AbortSignal.any([closing.signal, held.signal]);
    await handlers.lead(signal);
    // The lock stays with a tab whose work has ended, because the others would end the same way.
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const request = async (isForced: boolean): Promise<void> => {
    queued.abort();
    const own = new AbortController();
    queued = own;
    // A request that steals the lock cannot have a signal.
    const options = isForced ? { steal: true } : { signal: AbortSignal.any([own.signal, closing.signal]) };
    try {
      await locks.request(`${name}:leader`, options, hold);
    } catch {
      // Stolen by another tab, or no longer wanted.
    }
    if (queued !== own) return;
    leadership?.abort();
    leadership = undefined;
    if (closing.signal.aborted) return;
    clock.after(RETRY_MS, () => {
      if (!closing.signal.aborted && queued === own) void request(false);
    });
  };
  void request(false);

  return {
    post: (message) => {
      if (!closing.signal.aborted) channel.post(message);
    },
    lock: (lockName, work) => locks.request(`${name}:${lockName}`, {}, work),
    steal: () => {
      if (leadership === undefined) void request(true);
    },
    close: () => {
      closing.abort();
      channel.close();
    },
  };
}
