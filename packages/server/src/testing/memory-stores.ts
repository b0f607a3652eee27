import type { Audience } from '../log/audience.ts';
import type { LogEntry } from '../log/entry.ts';
import type { Notice } from '../log/notice.ts';
import type { LogStore } from '../log/store.ts';
import { createEventAdapter } from '../queues/fit.ts';
import type { QueueRecord } from '../queues/local-queue.ts';
import type { QueueStore } from '../queues/store.ts';
import type { Wishes } from '../queues/wishes.ts';
import type { LoggedEvent } from '../log/logged-event.ts';
import type { Clock } from '../clock.ts';

/** The log of one organization, in memory: the same interface as the real one. */
export const createMemoryLog = (): LogStore & {
  readonly entries: LogEntry[];
  append(audience: Audience, event: LoggedEvent): number;
  notify(notice: Notice): number;
  /** Forgets everything up to a position, as retention does. */
  prune(position: number): void;
} => {
  let entries: LogEntry[] = [];
  let head = 0;
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
    behind: async (_realmId, position, limit) =>
      entries.filter((entry) => entry.position > position).slice(0, limit),
  };
};

/** Adapts events as a node does; no user has a message flag. */
export const flaglessAdapter = createEventAdapter(async () => new Map());

/** Person → channel → positions during which the person was subscribed. */
export type MemorySubscriptions = Map<number, Map<number, { from: number; to: number }[]>>;

export const createMemoryQueues = (
  roles: Map<number, { from: number; role: number }[]>,
  subscribed: MemorySubscriptions = new Map(),
): QueueStore & {
  readonly rows: Map<string, QueueRecord>;
} => {
  const rows = new Map<string, QueueRecord>();
  return {
    rows,
    load: async (_realmId, queueId) => rows.get(queueId),
    standingAt: async (_realmId, personId, position) => {
      const role = roles.get(personId)?.findLast((period) => period.from <= position)?.role;
      const channels = [...(subscribed.get(personId) ?? [])]
        .filter(([, periods]) => periods.some(({ from, to }) => from <= position && position < to))
        .map(([channel]) => channel);
      return role === undefined ? undefined : { role, channels };
    },
    remove: async (_realmId, queueId) => rows.delete(queueId),
    touch: async (queueIds) => new Set(queueIds.filter((queueId) => rows.has(queueId))),
  };
};

/** Of a client that asks for nothing in particular. */
export const plainWishes: Wishes = {
  eventTypes: null,
  applyMarkdown: false,
  clientGravatar: true,
  slimPresence: false,
  allPublicChannels: false,
  narrow: [],
  capabilities: {},
  knowsPronouns: true,
};

/** A clock that stands still until it is told to go on. */
export const createHeldClock = (): Clock & { advance(milliseconds: number): Promise<void> } => {
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
};

/** Lets everything that waits for nothing but promises go on. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
