import type { EventAdapter } from './event-adapter.ts';
import type { ControlEntry } from '../engine/log/control-entry.ts';
import type { LogStore } from '../engine/log/store.ts';
import { isFull, offer, share, type LocalQueue, type SharedEntry } from './local-queue.ts';
import { createLiveIndex, type LiveIndex } from './live-index.ts';

/** The reader of one organization's log, on behalf of all local queues of that organization. */
export type Tail = {
  readonly realmId: number;
  readonly adapter: EventAdapter;
  position: number;
  readonly queues: Map<string, LocalQueue>;
  readonly live: LiveIndex;
  /** Queues that are not live yet: just registered, or reading missed entries. */
  readonly catchingUp: Set<LocalQueue>;
  /** The newest entries, so that queues slightly behind the tail need not query PostgreSQL. */
  recent: SharedEntry[];
  reading: Promise<void> | null;
  /** Running reads of older entries, by the position after which they start. */
  readonly olderReads: Map<number, Promise<SharedEntry[]>>;
  /** The highest log head that is known, from a wake-up or from the database. */
  knownHead: number;
};

const MAX_RECENT_ENTRIES = 500;
const READ_BATCH_ENTRIES = 500;

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
    knownHead: position,
  };
}

/** A queue on this node and the tail that it follows. */
export type LocatedQueue = { readonly tail: Tail; readonly queue: LocalQueue };

export type PositionedNotice = { readonly notice: ControlEntry; readonly position: number };
/** Log entries that were applied to the live queues, and the queues that have new events. */
export type LogBatch = { tail: Tail; woken: LocalQueue[]; notices: PositionedNotice[] };

/** Reads the log up to a head, one read at a time, and calls `onBatch` for each batch. */
export async function advance(
  tail: Tail,
  log: LogStore,
  head: number,
  onBatch: (batch: LogBatch) => void,
): Promise<void> {
  tail.knownHead = Math.max(tail.knownHead, head);
  // A running read may already have checked `knownHead` for the last time, so a second read can be necessary.
  for (let reads = 0; tail.position < head && reads < 2; reads += 1) {
    tail.reading ??= readToHead(tail, log, onBatch).finally(() => {
      tail.reading = null;
    });
    await tail.reading;
  }
}

async function readToHead(tail: Tail, log: LogStore, onBatch: (batch: LogBatch) => void): Promise<void> {
  while (tail.position < tail.knownHead) {
    const entries = await log.after(tail.realmId, tail.position, READ_BATCH_ENTRIES);
    if (entries.length === 0) return;
    for (const batch of batchesOf(tail, entries.map(share))) {
      const [first] = batch;
      if (first !== undefined && carriesFlags(tail, first)) await loadFlagsOfCandidates(tail, first);
      onBatch(applyEntries(tail, batch));
    }
  }
}

/** An event with the flags of its readers is a batch of its own, because its readers depend on all earlier entries. */
function batchesOf(tail: Tail, entries: readonly SharedEntry[]): SharedEntry[][] {
  const batches: SharedEntry[][] = [];
  let open: SharedEntry[] | undefined;
  for (const shared of entries) {
    if (carriesFlags(tail, shared)) {
      batches.push([shared]);
      open = undefined;
    } else if (open === undefined) batches.push((open = [shared]));
    else open.push(shared);
  }
  return batches;
}

function carriesFlags({ adapter }: Tail, { entry }: SharedEntry): boolean {
  return entry.kind === 'event' && adapter.flaggedMessage(entry.event) !== undefined;
}

async function loadFlagsOfCandidates(tail: Tail, shared: SharedEntry): Promise<void> {
  const users = Array.from(tail.live.candidates(shared.entry), ({ record }) => record.userId);
  await addFlags(tail, shared, users);
}

async function addFlags(
  { realmId, adapter }: Tail,
  { entry, flags }: SharedEntry,
  users: readonly number[],
): Promise<void> {
  const message = entry.kind === 'event' ? adapter.flaggedMessage(entry.event) : undefined;
  const missing = [...new Set(users)].filter((id) => !flags.has(id));
  if (message === undefined || missing.length === 0) return;
  for (const [id, names] of await adapter.loadFlags(realmId, message, missing)) flags.set(id, names);
}

function applyEntries(tail: Tail, entries: readonly SharedEntry[]): LogBatch {
  const woken = new Set<LocalQueue>();
  const notices: PositionedNotice[] = [];
  for (const shared of entries) {
    const { entry } = shared;
    if (entry.position !== tail.position + 1)
      throw new Error(
        `The log of organization ${tail.realmId} has no entry after position ${tail.position}.`,
      );
    if (entry.kind === 'notice') {
      applyNotice(tail, shared);
      notices.push({ notice: entry.notice, position: entry.position });
    } else
      for (const queue of tail.live.candidates(entry)) {
        if (isFull(queue)) detach(tail, queue);
        else if (offer(queue, shared, tail.adapter)) woken.add(queue);
      }
    tail.position = entry.position;
    tail.recent.push(shared);
  }
  if (tail.recent.length > 2 * MAX_RECENT_ENTRIES) tail.recent = tail.recent.slice(-MAX_RECENT_ENTRIES);
  return { tail, woken: [...woken], notices };
}

/** A notice may change the channels of a queue, so the queue is indexed again. */
function applyNotice(tail: Tail, shared: SharedEntry): void {
  const candidates = Array.from(tail.live.candidates(shared.entry));
  for (const queue of candidates) {
    tail.live.delete(queue);
    offer(queue, shared, tail.adapter);
    tail.live.add(queue);
  }
}

/** Stops feeding a queue with too many pending events; it reads the rest from the log when it is polled. */
function detach(tail: Tail, queue: LocalQueue): void {
  tail.live.delete(queue);
  queue.matchedPosition = tail.position;
}

/** Applies missed entries until the queue is live or full. Returns false if the log no longer has these entries. */
export async function catchUp(tail: Tail, log: LogStore, queue: LocalQueue): Promise<boolean> {
  while (!tail.live.has(queue) && !isFull(queue)) {
    if (queue.matchedPosition >= tail.position) {
      tail.live.add(queue);
      break;
    }
    const from = queue.matchedPosition;
    const entries = fromCache(tail, from) ?? (await fromLog(tail, log, from));
    for (const shared of entries.filter((entry) => carriesFlags(tail, entry)))
      await addFlags(tail, shared, [queue.record.userId]);
    if (tail.live.has(queue)) break;
    // Another poll of the same queue has advanced it meanwhile.
    if (queue.matchedPosition !== from) continue;
    if (entries[0]?.entry.position !== from + 1) return false;
    for (const shared of entries) {
      if (isFull(queue)) break;
      offer(queue, shared, tail.adapter);
      queue.matchedPosition = shared.entry.position;
    }
  }
  return true;
}

function fromCache(tail: Tail, position: number): SharedEntry[] | undefined {
  const oldest = tail.recent[0]?.entry.position;
  if (oldest === undefined || oldest > position + 1) return undefined;
  return tail.recent.slice(position + 1 - oldest);
}

/** After another node stops, thousands of queues resume near the same position and share one read. */
function fromLog(tail: Tail, log: LogStore, position: number): Promise<SharedEntry[]> {
  const running = tail.olderReads.get(position);
  if (running !== undefined) return running;
  const read = readOlder(tail, log, position).finally(() => {
    tail.olderReads.delete(position);
  });
  tail.olderReads.set(position, read);
  return read;
}

async function readOlder(tail: Tail, log: LogStore, position: number): Promise<SharedEntry[]> {
  const read = await log.after(tail.realmId, position, READ_BATCH_ENTRIES);
  const entries = read.filter((entry) => entry.position <= tail.position).map(share);
  cacheEntries(tail, entries);
  return entries;
}

/** Older entries that adjoin the recent ones are cached with them, for other queues that resume there. */
function cacheEntries(tail: Tail, entries: readonly SharedEntry[]): void {
  const oldest = tail.recent[0]?.entry.position ?? tail.position + 1;
  const older = entries.filter(({ entry }) => entry.position < oldest);
  if (older.at(-1)?.entry.position !== oldest - 1) return;
  if (older.length + tail.recent.length <= 2 * MAX_RECENT_ENTRIES) tail.recent = [...older, ...tail.recent];
}
