import type { Clock } from '../../../engine/clock.ts';
import type { WakeUp } from '../../../engine/db/tx.ts';
import type { Outbox, StoreMessages } from './outgoing-message.ts';
import { storeInParts, type WaitingMessage } from './retries.ts';

/** Bounds the latency of the first message of a batch, which waits for the last. */
const MAX_BATCH_SIZE = 100;
/**
 * A commit locks its conversations in order, then the log head. A second concurrent commit of the same organization
 * would wait, and commits started meanwhile could take conversations that it still needs, so it could wait many
 * times. Therefore the next commit starts only after the previous one has finished or is slow.
 */
const MAX_COMMITS_PER_REALM = 2;
/** Not counting slow commits. More concurrent commits would be smaller ones, which cost PostgreSQL more. */
const MAX_FAST_COMMITS = 2;
/** A commit that takes longer is probably waiting for a lock, so another commit may start. */
const SLOW_COMMIT_MS = 50;
/** Including slow commits. */
const MAX_COMMITS = 4;

type Lane = {
  readonly realmId: number;
  readonly waiting: WaitingMessage[];
  running: number;
  /** Running commits that exceeded `SLOW_COMMIT_MS`. */
  slow: number;
  isSharing: boolean;
};

/** Batches messages that are sent while earlier commits are running. */
export function createOutbox(store: StoreMessages, wakeUp: WakeUp, { after }: Pick<Clock, 'after'>): Outbox {
  const lanes = new Map<number, Lane>();
  /** Lanes that may send, least recently served first. */
  const ready = new Set<Lane>();
  let running = 0;
  let slow = 0;
  let isPlanned = false;

  const storeBatch = async (batch: readonly WaitingMessage[]): Promise<void> => {
    const ids = await store(batch);
    for (const [realmId, head] of headsOf(batch, ids)) wakeUp(realmId, head);
    for (const [index, { resolve }] of batch.entries()) resolve(ids[index] ?? 0);
  };

  /** Starts commits in a microtask: messages that were looked up together arrive together and share a batch. */
  const schedule = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    queueMicrotask(() => {
      isPlanned = false;
      while (ready.size > 0 && running < MAX_COMMITS && running - slow < MAX_FAST_COMMITS) void commitBatch();
    });
  };

  const commitBatch = async (): Promise<void> => {
    const chosen = choose();
    const share = Math.ceil(MAX_BATCH_SIZE / chosen.length);
    const batch: WaitingMessage[] = [];
    for (const lane of chosen) {
      batch.push(...lane.waiting.splice(0, Math.min(share, MAX_BATCH_SIZE - batch.length)));
      lane.running += 1;
      lane.isSharing = chosen.length > 1;
      queue(lane);
    }
    running += 1;
    let isLate = false;
    const cancel = after(SLOW_COMMIT_MS, () => {
      isLate = true;
      slow += 1;
      for (const lane of chosen) {
        lane.slow += 1;
        if (!ready.has(lane)) queue(lane);
      }
      schedule();
    });
    await storeInParts(batch, storeBatch, MAX_COMMITS);
    cancel();
    running -= 1;
    if (isLate) slow -= 1;
    for (const lane of chosen) {
      lane.running -= 1;
      if (isLate) lane.slow -= 1;
      lane.isSharing = false;
      if (!ready.has(lane)) queue(lane);
    }
    schedule();
  };

  /** A lane with a running commit is served alone, so that shared commits of a node never wait for each other. */
  const choose = (): Lane[] => {
    const [first] = ready;
    if (first === undefined || first.running > 0) return first === undefined ? [] : [first];
    return [...ready].filter((lane) => lane.running === 0).slice(0, MAX_BATCH_SIZE);
  };

  /** Puts a lane at the end of the ready set, if it may send. */
  const queue = (lane: Lane): void => {
    ready.delete(lane);
    const { waiting, running: own, slow: ownSlow, isSharing } = lane;
    if (waiting.length === 0) {
      if (own === 0) lanes.delete(lane.realmId);
    } else if (!isSharing && own === ownSlow && own < MAX_COMMITS_PER_REALM) ready.add(lane);
  };

  return {
    send: (realmId, outgoing) =>
      new Promise((resolve, reject) => {
        const lane = lanes.get(realmId) ?? openLane(realmId);
        lanes.set(realmId, lane);
        lane.waiting.push({ realmId, outgoing, resolve, reject });
        if (!ready.has(lane)) queue(lane);
        schedule();
      }),
  };
}

function openLane(realmId: number): Lane {
  return {
    realmId,
    waiting: [],
    running: 0,
    slow: 0,
    isSharing: false,
  };
}

function headsOf(batch: readonly WaitingMessage[], ids: readonly number[]): Map<number, number> {
  const heads = new Map<number, number>();
  for (const [index, { realmId }] of batch.entries())
    heads.set(realmId, Math.max(heads.get(realmId) ?? 0, ids[index] ?? 0));
  return heads;
}
