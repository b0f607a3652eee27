import type { EventAdapter } from './event-adapter.ts';
import type { Notice } from '../engine/log/notice.ts';
import type { LogStore } from '../engine/log/store.ts';
import { isFull, offer, share, type LocalQueue, type SharedEntry } from './local-queue.ts';
import { createLiveIndex, type LiveIndex } from './live-index.ts';

/** Follows the log of one organization for all local queues of it. */
export type Tail = {
  readonly realmId: number;
  readonly adapter: EventAdapter;
  position: number;
  readonly queues: Map<string, LocalQueue>;
  readonly live: LiveIndex;
  /** Queues on their way to being live: just registered, or reading what they missed. */
  readonly catchingUp: Set<LocalQueue>;
  /** Newest entries, so that queues that are a little behind need not ask PostgreSQL. */
  recent: SharedEntry[];
  reading: Promise<void> | null;
  /** Reads of older entries that are under way, by the position behind which they begin. */
  readonly olderReads: Map<number, Promise<SharedEntry[]>>;
  /** The highest head that anybody has told us of. */
  wanted: number;
};

const RECENT = 500;
const BATCH = 500;

export function openTail(realmId: number, position: number, adapter: EventAdapter): Tail {
  return {
    realmId,
    adapter,
    position,
    queues: new Map(),
    live: createLiveIndex(),
    catchingUp: new Set(),
    recent: [],
    reading: null,
    olderReads: new Map(),
    wanted: position,
  };
}

export type PlacedNotice = { readonly notice: Notice; readonly position: number };
export type Arrival = { tail: Tail; woken: LocalQueue[]; notices: PlacedNotice[] };

/** Reads up to a head, one read at a time; `onArrival` hears of each batch. */
export async function advance(
  tail: Tail,
  log: LogStore,
  head: number,
  onArrival: (arrival: Arrival) => void,
): Promise<void> {
  tail.wanted = Math.max(tail.wanted, head);
  // A read that is under way may have looked at `wanted` for the last time, so it can take a second one.
  for (let reads = 0; tail.position < head && reads < 2; reads += 1) {
    tail.reading ??= readOn(tail, log, onArrival).finally(() => {
      tail.reading = null;
    });
    await tail.reading;
  }
}

async function readOn(tail: Tail, log: LogStore, onArrival: (arrival: Arrival) => void): Promise<void> {
  while (tail.position < tail.wanted) {
    const entries = await log.after(tail.realmId, tail.position, BATCH);
    if (entries.length === 0) return;
    for (const part of partsOf(tail, entries.map(share))) {
      const [first] = part;
      if (first !== undefined && isFlagged(tail, first)) await lookUpFlags(tail, first);
      onArrival(take(tail, part));
    }
  }
}

/** An event that tells readers their own flags stands alone: only when it is its turn is it known who they are. */
function partsOf(tail: Tail, entries: readonly SharedEntry[]): SharedEntry[][] {
  const parts: SharedEntry[][] = [];
  let open: SharedEntry[] | undefined;
  for (const shared of entries) {
    if (isFlagged(tail, shared)) {
      parts.push([shared]);
      open = undefined;
    } else if (open === undefined) parts.push((open = [shared]));
    else open.push(shared);
  }
  return parts;
}

function isFlagged({ adapter }: Tail, { entry }: SharedEntry): boolean {
  return entry.kind === 'event' && adapter.flaggedMessage(entry.event) !== undefined;
}

async function lookUpFlags(tail: Tail, shared: SharedEntry): Promise<void> {
  const users = Array.from(tail.live.candidates(shared.entry), ({ record }) => record.userId);
  await addFlags(tail, shared, users);
}

async function addFlags(
  { realmId, adapter }: Tail,
  { entry, flags }: SharedEntry,
  users: readonly number[],
): Promise<void> {
  const message = entry.kind === 'event' ? adapter.flaggedMessage(entry.event) : undefined;
  const unknown = [...new Set(users)].filter((id) => !flags.has(id));
  if (message === undefined || unknown.length === 0) return;
  for (const [id, names] of await adapter.loadFlags(realmId, message, unknown)) flags.set(id, names);
}

function take(tail: Tail, entries: readonly SharedEntry[]): Arrival {
  const woken = new Set<LocalQueue>();
  const notices: PlacedNotice[] = [];
  for (const shared of entries) {
    const { entry } = shared;
    if (entry.position !== tail.position + 1)
      throw new Error(`The log of organization ${tail.realmId} has a hole behind position ${tail.position}.`);
    if (entry.kind === 'notice') {
      applyNotice(tail, shared);
      notices.push({ notice: entry.notice, position: entry.position });
    } else
      for (const queue of tail.live.candidates(entry)) {
        if (isFull(queue)) markBehind(tail, queue);
        else if (offer(queue, shared, tail.adapter)) woken.add(queue);
      }
    tail.position = entry.position;
    tail.recent.push(shared);
  }
  if (tail.recent.length > 2 * RECENT) tail.recent = tail.recent.slice(-RECENT);
  return { tail, woken: [...woken], notices };
}

/** A notice may change what a queue listens to, so it takes its place in the index anew. */
function applyNotice(tail: Tail, shared: SharedEntry): void {
  const concerned = Array.from(tail.live.candidates(shared.entry));
  for (const queue of concerned) {
    tail.live.delete(queue);
    offer(queue, shared, tail.adapter);
    tail.live.add(queue);
  }
}

/** Too much is waiting for a client that does not fetch it: the rest stays in the log until it does. */
function markBehind(tail: Tail, queue: LocalQueue): void {
  tail.live.delete(queue);
  queue.matched = tail.position;
}

/** Brings a queue up to the tail, or as far as it can hold. False if the log no longer reaches back that far. */
export async function catchUp(tail: Tail, log: LogStore, queue: LocalQueue): Promise<boolean> {
  while (!tail.live.has(queue) && !isFull(queue)) {
    if (queue.matched >= tail.position) {
      tail.live.add(queue);
      break;
    }
    const from = queue.matched;
    const entries = fromCache(tail, from) ?? (await fromLog(tail, log, from));
    for (const shared of entries.filter((entry) => isFlagged(tail, entry)))
      await addFlags(tail, shared, [queue.record.userId]);
    if (tail.live.has(queue)) break;
    // Another poll of the same queue has brought it further.
    if (queue.matched !== from) continue;
    if (entries[0]?.entry.position !== from + 1) return false;
    for (const shared of entries) {
      if (isFull(queue)) break;
      offer(queue, shared, tail.adapter);
      queue.matched = shared.entry.position;
    }
  }
  return true;
}

function fromCache(tail: Tail, position: number): SharedEntry[] | undefined {
  const oldest = tail.recent[0]?.entry.position;
  if (oldest === undefined || oldest > position + 1) return undefined;
  return tail.recent.slice(position + 1 - oldest);
}

/** When another node has ended, thousands of queues come from about the same place: they read it once. */
function fromLog(tail: Tail, log: LogStore, position: number): Promise<SharedEntry[]> {
  const underWay = tail.olderReads.get(position);
  if (underWay !== undefined) return underWay;
  const read = readOlder(tail, log, position).finally(() => {
    tail.olderReads.delete(position);
  });
  tail.olderReads.set(position, read);
  return read;
}

async function readOlder(tail: Tail, log: LogStore, position: number): Promise<SharedEntry[]> {
  const read = await log.after(tail.realmId, position, BATCH);
  const entries = read.filter((entry) => entry.position <= tail.position).map(share);
  cacheEntries(tail, entries);
  return entries;
}

/** What reaches up to the newest entries is kept with them, for those who come from there a moment later. */
function cacheEntries(tail: Tail, entries: readonly SharedEntry[]): void {
  const oldest = tail.recent[0]?.entry.position ?? tail.position + 1;
  const older = entries.filter(({ entry }) => entry.position < oldest);
  if (older.at(-1)?.entry.position !== oldest - 1) return;
  if (older.length + tail.recent.length <= 2 * RECENT) tail.recent = [...older, ...tail.recent];
}
