import type { Bus, EphemeralEvent } from '../engine/bus/bus.ts';
import { every, type Clock } from '../engine/clock.ts';
import type { LogStore } from '../engine/log/store.ts';
import { offerEphemeral } from './ephemeral.ts';
import { positionOf } from './event-id.ts';
import type { LocalQueue } from './local-queue.ts';
import type { QueueRegistry } from './queue-registry.ts';
import type { QueueStore } from './store.ts';
import type { Tail } from './tail.ts';
import type { Waiters } from './waiter.ts';

export type UpkeepParts = {
  readonly registry: QueueRegistry;
  readonly waiters: Waiters;
  readonly log: LogStore;
  readonly queues: QueueStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly warn: (error: unknown) => void;
  readonly confirmEpoch: () => Promise<void>;
};

/** Interval of reading the log heads, in case a wake-up was lost. */
export const HEAD_CHECK_MS = 1_000;
/** Interval of recording the queues in use; well below `EXPIRY_GRACE_SECONDS`. */
const TOUCH_MS = 20_000;
/** A queue without polls for this long is evicted from memory; its row stays. */
const EVICT_AFTER_MS = 600_000;

/** Keeps tails at the heads of their logs, and the rows of used queues alive. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #stopTimers: readonly (() => void)[];
  /** The last read of the log heads failed. */
  #areHeadsUnreadable = false;

  constructor(parts: UpkeepParts) {
    const { bus, clock, warn } = parts;
    this.#parts = parts;
    this.#stopTimers = [
      every(clock, HEAD_CHECK_MS, () => this.#checkHeads(), warn),
      every(clock, TOUCH_MS, () => this.#touch(), warn),
    ];
    bus.onWakeUp((realmId, head) => {
      this.#wakeUp(realmId, head);
    });
    bus.onEphemeral((realmId, ephemeral) => {
      this.#offer(realmId, ephemeral);
    });
  }

  stop(): void {
    for (const stop of this.#stopTimers) stop();
  }

  #wakeUp(realmId: number, head: number): void {
    const { registry, waiters, warn } = this.#parts;
    const tail = registry.tails.get(realmId);
    if (tail === undefined || head <= tail.position) return;
    const isNewHead = this.#areHeadsUnreadable && head > tail.knownHead;
    registry.advance(tail, head).catch((error: unknown) => {
      warn(error);
      // Another node can write while this one cannot read, so clients are better served by another node.
      if (isNewHead) for (const queue of tail.queues.values()) waiters.release(queue);
    });
  }

  #offer(realmId: number, ephemeral: EphemeralEvent): void {
    const { registry, waiters, warn } = this.#parts;
    const tail = registry.tails.get(realmId);
    if (tail === undefined) return;
    const { position = 0 } = ephemeral;
    if (position > tail.position) {
      this.#offerBehind(tail, { realmId, position, ephemeral }).catch(warn);
      return;
    }
    for (const queue of offerEphemeral(tail, ephemeral)) waiters.of(queue)?.wake();
  }

  /** Offers an event once the entries that it follows were read. */
  async #offerBehind(
    tail: Tail,
    { realmId, position, ephemeral }: { realmId: number; position: number; ephemeral: EphemeralEvent },
  ): Promise<void> {
    await this.#parts.registry.advance(tail, position);
    if (position <= tail.position) this.#offer(realmId, ephemeral);
  }

  async #checkHeads(): Promise<void> {
    const { registry, log, confirmEpoch } = this.#parts;
    let followed: readonly Tail[] = [];
    const heads = await confirmEpoch()
      .then(() => {
        followed = [...registry.tails.values()];
        return log.heads(followed.map(({ realmId }) => realmId));
      })
      .catch((error: unknown) => {
        this.#areHeadsUnreadable = true;
        throw error;
      });
    this.#areHeadsUnreadable = false;
    await this.#leaveDeparted(followed.filter(({ realmId }) => !heads.has(realmId)));
    for (const [realmId, head] of heads) {
      const tail = registry.tails.get(realmId);
      if (tail !== undefined && head > tail.position) await registry.advance(tail, head);
    }
  }

  /**
   * The organizations have departed to another cell: waits end, and clients find them there with the same queue. As long as
   * clients would not reach the new cell, waits go on.
   */
  async #leaveDeparted(departed: readonly Tail[]): Promise<void> {
    const { registry, log } = this.#parts;
    const underway = await log.underway(departed.map(({ realmId }) => realmId));
    for (const tail of departed)
      if (!underway.has(tail.realmId) && registry.isFollowed(tail))
        for (const queue of tail.queues.values()) registry.evict(tail, queue);
  }

  async #touch(): Promise<void> {
    const { registry, waiters, queues, log } = this.#parts;
    const usedQueues: LocalQueue[] = [];
    for (const tail of registry.tails.values())
      for (const queue of tail.queues.values()) {
        const idle = waiters.idleMs(queue);
        if (idle < 2 * TOUCH_MS) usedQueues.push(queue);
        else if (idle > EVICT_AFTER_MS) registry.evict(tail, queue);
      }
    const alive = await queues.touch(
      usedQueues.map(({ record, acknowledged }) => ({
        id: record.id,
        acknowledged: positionOf(acknowledged),
      })),
    );
    const missing = usedQueues.filter(({ record }) => !alive.has(record.id));
    // An organization that departs takes its queues along; waits go on until clients can follow.
    const underway = await log.underway([...new Set(missing.map(({ record }) => record.realmId))]);
    for (const queue of missing) {
      const tail = registry.tails.get(queue.record.realmId);
      if (!underway.has(queue.record.realmId) && tail?.queues.get(queue.record.id) === queue)
        registry.evict(tail, queue);
    }
  }
}
