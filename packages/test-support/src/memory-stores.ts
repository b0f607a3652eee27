import type { Audience } from '@parley/server/engine/log/audience.ts';
import type { LogEntry } from '@parley/server/engine/log/entry.ts';
import type { ControlEntry } from '@parley/server/engine/log/control-entry.ts';
import type { LogStore } from '@parley/server/engine/log/store.ts';
import { createEventAdapter } from '@parley/server/app/event-adapters.ts';
import type { QueueRecord } from '@parley/server/delivery/local-queue.ts';
import type { QueueStore } from '@parley/server/delivery/store.ts';
import type { ClientOptions } from '@parley/server/delivery/client-options.ts';
import type { LoggedEvent } from '@parley/server/engine/log/logged-event.ts';
import type { Clock } from '@parley/server/engine/clock.ts';

/** The log of one organization, in memory: the same interface as the real one. */
export function createInMemoryLog(): LogStore & {
  readonly entries: LogEntry[];
  append(audience: Audience, event: LoggedEvent): number;
  notify(notice: ControlEntry): number;
  /** Forgets everything up to a position, as retention does. */
  prune(position: number): void;
  /** Organizations that depart to another cell, where clients do not reach them yet. */
  readonly departing: Set<number>;
} {
  let entries: LogEntry[] = [];
  let head = 0;
  const departing = new Set<number>();
  const add = (entry: LogEntry): number => {
    entries.push(entry);
    head = entry.position;
    return head;
  };
  return {
    get entries() {
      return entries;
    },
    append: (audience, event) => add({ position: head + 1, kind: 'event', audience, event }),
    notify: (notice) => add({ position: head + 1, kind: 'notice', notice }),
    prune: (position) => {
      entries = entries.filter((entry) => entry.position > position);
    },
    heads: async (realmIds) => new Map(realmIds.map((realmId) => [realmId, head])),
    departing,
    underway: async (realmIds) => new Set(realmIds.filter((realmId) => departing.has(realmId))),
    after: async (_realmId, position, limit) =>
      entries.filter((entry) => entry.position > position).slice(0, limit),
  };
}

/** Adapts events as a node does; no user has a message flag. */
export const flaglessAdapter = createEventAdapter(async () => new Map());

/** User → channel → positions during which the user was subscribed. */
export type InMemorySubscriptions = Map<number, Map<number, { from: number; to: number }[]>>;

export function createInMemoryQueues(
  roles: Map<number, { from: number; role: number }[]>,
  subscribed: InMemorySubscriptions = new Map(),
): QueueStore & {
  readonly rows: Map<string, QueueRecord>;
} {
  const rows = new Map<string, QueueRecord>();
  return {
    rows,
    load: async (_realmId, queueId) => rows.get(queueId),
    membershipAt: async (_realmId, userId, position) => {
      const role = roles.get(userId)?.findLast((period) => period.from <= position)?.role;
      const channels = [...(subscribed.get(userId) ?? [])]
        .filter(([, periods]) => periods.some(({ from, to }) => from <= position && position < to))
        .map(([channel]) => channel);
      return role === undefined ? undefined : { role, channels };
    },
    countRewind: async (_realmId, userId, queueId) => {
      const row = rows.get(queueId);
      if (row?.userId === userId) rows.set(queueId, { ...row, rewinds: row.rewinds + 1 });
    },
    remove: async (_realmId, queueId) => rows.delete(queueId),
    touch: async (queues) => new Set(queues.map(({ id }) => id).filter((id) => rows.has(id))),
  };
}

/** Of a client that asks for nothing in particular. */
export const plainOptions: ClientOptions = {
  eventTypes: null,
  applyMarkdown: false,
  clientGravatar: true,
  slimPresence: false,
  allPublicChannels: false,
  narrow: [],
  capabilities: {},
  knowsPronouns: true,
};

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock & {
  advance(milliseconds: number): Promise<void>;
  readonly timerCount: number;
};

export function createManualClock(): ManualClock {
  let now = 0;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => now,
    after: (milliseconds, callback) => {
      const timer = { at: now + milliseconds, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    get timerCount() {
      return timers.length;
    },
    advance: async (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.callback();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

/** Lets everything that waits for nothing but promises go on. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
