import { isUnavailable, isLockTimeout, isOutdated } from '../../../engine/db/errors.ts';
import type { Clock } from '../../../engine/clock.ts';
import type { WakeUp } from '../../../engine/db/tx.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** Batches messages that are sent while earlier commits are running. */
export type Outbox = { send(realmId: number, outgoing: OutgoingMessage): Promise<number> };

/** Commits messages in one transaction and returns their ids. */
export type StoreMessages = (outgoingMessages: readonly Addressed[]) => Promise<readonly number[]>;
export type Addressed = { readonly realmId: number; readonly outgoing: OutgoingMessage };

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

type Waiting = Addressed & {
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
};
type Lane = {
  readonly realmId: number;
  readonly waiting: Waiting[];
  running: number;
  /** Running commits that exceeded `SLOW_COMMIT_MS`. */
  slow: number;
  isSharing: boolean;
};

export function createOutbox(store: StoreMessages, wakeUp: WakeUp, { after }: Pick<Clock, 'after'>): Outbox {
  const lanes = new Map<number, Lane>();
  /** Lanes that may send, least recently served first. */
  const ready = new Set<Lane>();
  let running = 0;
  let slow = 0;
  let isPlanned = false;

  const run = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const ids = await store(batch);
      for (const [realmId, head] of headsOf(batch, ids)) wakeUp(realmId, head);
      for (const [index, { resolve }] of batch.entries()) resolve(ids[index] ?? 0);
    } catch (error) {
      await runParts(batch, error);
    }
  };

  /** Retries in smaller parts, so that a message that cannot be stored, a locked organization or a new version fails alone. */
  const runParts = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    const groups = [...Map.groupBy(batch, ({ realmId }) => realmId).values()];
    const concernsOne = isLockTimeout(error) || isOutdated(error);
    if (concernsOne && groups.length > 1) {
      const rest = groups.values();
      const work = async (): Promise<void> => {
        for (const group of rest) await run(group);
      };
      await Promise.all(Array.from({ length: MAX_COMMITS }, work));
    } else if (!isUnavailable(error) && !isOutdated(error) && batch.length > 1)
      for (const one of batch) await run([one]);
    else for (const { reject } of batch) reject(error);
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
    const batch: Waiting[] = [];
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
    await run(batch);
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

function headsOf(batch: readonly Waiting[], ids: readonly number[]): Map<number, number> {
  const heads = new Map<number, number>();
  for (const [index, { realmId }] of batch.entries())
    heads.set(realmId, Math.max(heads.get(realmId) ?? 0, ids[index] ?? 0));
  return heads;
}
