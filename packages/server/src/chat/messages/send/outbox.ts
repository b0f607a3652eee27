import type { Clock } from '../../../engine/clock.ts';
import type { WakeUp } from '../../../engine/db/tx.ts';
import { currentWork } from '../../../engine/work/current-work.ts';
import type { Outbox, OutgoingMessage, StoreMessages } from './outgoing-message.ts';
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
/** A second commit starts when this many messages wait. Fewer wait for the first: small commits cost PostgreSQL more. */
const MIN_SECOND_BATCH = 50;
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

export function createOutbox(
  store: StoreMessages,
  wakeUp: WakeUp,
  clock: Pick<Clock, 'after' | 'monotonic'>,
): Outbox {
  return new BatchingOutbox(store, wakeUp, clock);
}

/** Batches messages that are sent while earlier commits are running. */
class BatchingOutbox implements Outbox {
  readonly #store: StoreMessages;
  readonly #wakeUp: WakeUp;
  readonly #clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly #lanes = new Map<number, Lane>();
  /** Lanes that may send, least recently served first. */
  readonly #ready = new Set<Lane>();
  #running = 0;
  #slow = 0;
  #isPlanned = false;

  constructor(store: StoreMessages, wakeUp: WakeUp, clock: Pick<Clock, 'after' | 'monotonic'>) {
    this.#store = store;
    this.#wakeUp = wakeUp;
    this.#clock = clock;
  }

  send(realmId: number, outgoing: OutgoingMessage): Promise<number> {
    return new Promise((resolve, reject) => {
      const lane = this.#lanes.get(realmId) ?? openLane(realmId);
      this.#lanes.set(realmId, lane);
      lane.waiting.push({ realmId, outgoing, resolve, reject, work: currentWork() });
      if (!this.#ready.has(lane)) this.#queue(lane);
      this.#schedule();
    });
  }

  /** Puts a lane at the end of the ready set, if it may send. */
  #queue(lane: Lane): void {
    this.#ready.delete(lane);
    const { waiting, running, slow, isSharing } = lane;
    if (waiting.length === 0) {
      if (running === 0) this.#lanes.delete(lane.realmId);
    } else if (!isSharing && running === slow && running < MAX_COMMITS_PER_REALM) this.#ready.add(lane);
  }

  /** Starts commits in a microtask: messages that were looked up together arrive together and share a batch. */
  #schedule(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      while (this.#mayCommit()) void this.#commit(this.#choose());
    });
  }

  #mayCommit(): boolean {
    if (this.#ready.size === 0 || this.#running >= MAX_COMMITS) return false;
    const fast = this.#running - this.#slow;
    return fast === 0 || (fast < MAX_FAST_COMMITS && this.#hasWaiting(MIN_SECOND_BATCH));
  }

  #hasWaiting(count: number): boolean {
    let found = 0;
    for (const { waiting } of this.#ready) {
      found += waiting.length;
      if (found >= count) return true;
    }
    return false;
  }

  /** A lane with a running commit is served alone, so that shared commits of a node never wait for each other. */
  #choose(): readonly Lane[] {
    const [first] = this.#ready;
    if (first === undefined || first.running > 0) return first === undefined ? [] : [first];
    return [...this.#ready].filter((lane) => lane.running === 0).slice(0, MAX_BATCH_SIZE);
  }

  async #commit(chosen: readonly Lane[]): Promise<void> {
    const batch = this.#take(chosen);
    this.#running += 1;
    let isLate = false;
    const cancel = this.#clock.after(SLOW_COMMIT_MS, () => {
      isLate = true;
      this.#slow += 1;
      for (const lane of chosen) {
        lane.slow += 1;
        if (!this.#ready.has(lane)) this.#queue(lane);
      }
      this.#schedule();
    });
    await storeInParts(batch, (part) => this.#storeBatch(part), MAX_COMMITS);
    cancel();
    this.#running -= 1;
    if (isLate) this.#slow -= 1;
    for (const lane of chosen) {
      lane.running -= 1;
      if (isLate) lane.slow -= 1;
      lane.isSharing = false;
      if (!this.#ready.has(lane)) this.#queue(lane);
    }
    this.#schedule();
  }

  /** Takes an equal share of each lane into one batch. */
  #take(chosen: readonly Lane[]): readonly WaitingMessage[] {
    const share = Math.ceil(MAX_BATCH_SIZE / chosen.length);
    const batch: WaitingMessage[] = [];
    for (const lane of chosen) {
      batch.push(...lane.waiting.splice(0, Math.min(share, MAX_BATCH_SIZE - batch.length)));
      lane.running += 1;
      lane.isSharing = chosen.length > 1;
      this.#queue(lane);
    }
    return batch;
  }

  async #storeBatch(batch: readonly WaitingMessage[]): Promise<void> {
    const from = this.#clock.monotonic();
    const ids = await this.#store(batch);
    chargeAll(batch, this.#clock.monotonic() - from);
    for (const [realmId, head] of headsOf(batch, ids)) this.#wakeUp(realmId, head);
    for (const [index, { resolve }] of batch.entries()) resolve(ids[index] ?? 0);
  }
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

/** A request whose message is stored by a statement of another one waited for it all the same. */
function chargeAll(batch: readonly WaitingMessage[], databaseMs: number): void {
  const asking = currentWork();
  for (const { work } of batch)
    if (work !== undefined && work !== asking) {
      work.statements += 1;
      work.databaseMs += databaseMs;
    }
}

function headsOf(batch: readonly WaitingMessage[], ids: readonly number[]): Map<number, number> {
  const heads = new Map<number, number>();
  for (const [index, { realmId }] of batch.entries())
    heads.set(realmId, Math.max(heads.get(realmId) ?? 0, ids[index] ?? 0));
  return heads;
}
