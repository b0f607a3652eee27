import type { LogEntry } from '../log/entry.ts';
import type { Notice } from '../log/notice.ts';
import type { LogStore } from '../log/store.ts';
import { isFull, offer, share, type LocalQueue, type SharedEntry } from './local-queue.ts';
import { createLiveIndex, type LiveIndex } from './live-index.ts';

/** Follows the log of one organization for all local queues of it. */
export type Tail = {
  readonly realmId: number;
  position: number;
  readonly queues: Map<string, LocalQueue>;
  readonly live: LiveIndex;
  /** Newest entries, so that queues that are a little behind need not ask PostgreSQL. */
  recent: SharedEntry[];
  reading: Promise<void> | null;
  /** The highest head that anybody has told us of. */
  wanted: number;
};

const RECENT = 500;
const BATCH = 500;

export const openTail = (realmId: number, position: number): Tail => ({
  realmId,
  position,
  queues: new Map(),
  live: createLiveIndex(),
  recent: [],
  reading: null,
  wanted: position,
});

export type Arrival = { tail: Tail; woken: LocalQueue[]; notices: Notice[] };

/** Reads up to a head, one read at a time; `onArrival` hears of each batch. */
export const advance = async (
  tail: Tail,
  log: LogStore,
  head: number,
  onArrival: (arrival: Arrival) => void,
): Promise<void> => {
  tail.wanted = Math.max(tail.wanted, head);
  // A read that is under way may have looked at `wanted` for the last time, so it can take a second one.
  for (let reads = 0; tail.position < head && reads < 2; reads += 1) {
    tail.reading ??= readOn(tail, log, onArrival).finally(() => {
      tail.reading = null;
    });
    await tail.reading;
  }
};

const readOn = async (tail: Tail, log: LogStore, onArrival: (arrival: Arrival) => void): Promise<void> => {
  while (tail.position < tail.wanted) {
    const entries = await log.behind(tail.realmId, tail.position, BATCH);
    if (entries.length === 0) return;
    onArrival(take(tail, entries));
  }
};

const take = (tail: Tail, entries: readonly LogEntry[]): Arrival => {
  const woken = new Set<LocalQueue>();
  const notices: Notice[] = [];
  for (const entry of entries) {
    if (entry.position !== tail.position + 1)
      throw new Error(`The log of organization ${tail.realmId} has a hole behind position ${tail.position}.`);
    const shared = share(entry);
    if (entry.kind === 'notice') {
      heed(tail, shared);
      notices.push(entry.notice);
    } else
      for (const queue of tail.live.candidates(entry)) {
        if (isFull(queue)) fallBehind(tail, queue);
        else if (offer(queue, shared)) woken.add(queue);
      }
    tail.position = entry.position;
    tail.recent.push(shared);
  }
  if (tail.recent.length > 2 * RECENT) tail.recent = tail.recent.slice(-RECENT);
  return { tail, woken: [...woken], notices };
};

/** A notice may change what a queue listens to, so it takes its place in the index anew. */
const heed = (tail: Tail, shared: SharedEntry): void => {
  const concerned = Array.from(tail.live.candidates(shared.entry));
  for (const queue of concerned) {
    tail.live.delete(queue);
    offer(queue, shared);
    tail.live.add(queue);
  }
};

/** Too much is waiting for a client that does not fetch it: the rest stays in the log until it does. */
const fallBehind = (tail: Tail, queue: LocalQueue): void => {
  tail.live.delete(queue);
  queue.matched = tail.position;
};

/** Brings a queue up to the tail, or as far as it can hold. False if the log no longer reaches back that far. */
export const catchUp = async (tail: Tail, log: LogStore, queue: LocalQueue): Promise<boolean> => {
  while (!tail.live.has(queue) && !isFull(queue)) {
    if (queue.matched >= tail.position) {
      tail.live.add(queue);
      break;
    }
    const entries = fromMemory(tail, queue.matched) ?? (await fromLog(tail, log, queue.matched));
    if (tail.live.has(queue)) break;
    if (entries[0]?.entry.position !== queue.matched + 1) return false;
    for (const shared of entries) {
      if (isFull(queue)) break;
      offer(queue, shared);
      queue.matched = shared.entry.position;
    }
  }
  return true;
};

const fromMemory = (tail: Tail, position: number): SharedEntry[] | undefined => {
  const oldest = tail.recent[0]?.entry.position;
  if (oldest === undefined || oldest > position + 1) return undefined;
  return tail.recent.slice(position + 1 - oldest);
};

const fromLog = async (tail: Tail, log: LogStore, position: number): Promise<SharedEntry[]> => {
  const entries = await log.behind(tail.realmId, position, BATCH);
  return entries.filter((entry) => entry.position <= tail.position).map(share);
};
