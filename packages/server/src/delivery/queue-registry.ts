import { movingError } from '../engine/db/realm.ts';
import type { Bus } from '../engine/bus/bus.ts';
import type { LogStore } from '../engine/log/store.ts';
import type { Tracing } from '../engine/tracing/tracing.ts';
import { endWaits } from './end-waits.ts';
import { invalidCredentials } from './poll-credential.ts';
import type { EventAdapter } from './event-adapter.ts';
import { idAt, positionOf } from './event-id.ts';
import { openQueue, resumeQueue, type LocalQueue, type Membership, type QueueRecord } from './local-queue.ts';
import { alreadyAcknowledged, mayUse, queueNotFound, startIdOf, type QueueRequest } from './queue-request.ts';
import type { QueueStore } from './store.ts';
import { advance, catchUp, openTail, type LocatedQueue, type LogBatch, type Tail } from './tail.ts';
import type { Waiters } from './waiter.ts';

export type RegistryParts = {
  readonly log: LogStore;
  readonly adapter: EventAdapter;
  readonly queues: QueueStore;
  readonly bus: Bus;
  readonly tracing: Tracing;
  readonly confirmEpoch: () => Promise<void>;
};

/** The queues that clients use on this node, below the tail of their organization. */
export class QueueRegistry {
  readonly #parts: RegistryParts;
  readonly #waiters: Waiters;
  readonly #tails = new Map<number, Tail>();
  readonly #opening = new Map<number, Promise<Tail>>();
  /** Increased with every new epoch, so that results which were read before it are recognized. */
  #generation = 0;

  constructor(parts: RegistryParts, waiters: Waiters) {
    this.#parts = parts;
    this.#waiters = waiters;
  }

  /** The followed organizations. */
  get tails(): ReadonlyMap<number, Tail> {
    return this.#tails;
  }

  /** False after the end of the epoch in which the tail was opened, and after its last queue was evicted. */
  isFollowed(tail: Tail): boolean {
    return this.#tails.get(tail.realmId) === tail;
  }

  /** Adds a queue that was just registered. */
  add(record: QueueRecord, membership: Membership): void {
    const tail = this.#tails.get(record.realmId) ?? this.#follow(record.realmId, record.fromPosition);
    const queue = openQueue(record, membership, idAt(record.fromPosition), record.fromPosition);
    tail.queues.set(record.id, queue);
    tail.catchingUp.add(queue);
    this.#waiters.markUsed(queue);
  }

  /** Finds the queue of a request on this node, or adopts it. */
  async locate(request: QueueRequest): Promise<LocatedQueue> {
    const { realmId, queueId } = request;
    const known = this.#tails.get(realmId)?.queues.get(queueId);
    if (known === undefined) return this.#adopt(request);
    if (!mayUse(request, known.record)) throw queueNotFound(queueId);
    const tail = await this.#tailAt(realmId, positionOf(startIdOf(request, known.record)));
    const queue = tail.queues.get(queueId);
    // The queue was evicted meanwhile and its row may be deleted, so load it again.
    if (queue === undefined || !this.isFollowed(tail)) return this.locate(request);
    return { tail, queue };
  }

  /** Opens a local queue from its row and the `last_event_id` of the client. */
  async #adopt(request: QueueRequest): Promise<LocatedQueue> {
    const { realmId, userId, queueId } = request;
    const record = await this.#parts.queues.load(realmId, queueId);
    if (record === undefined || !mayUse(request, record)) throw queueNotFound(queueId);
    const lastEventId = startIdOf(request, record);
    const from = positionOf(lastEventId);
    const membership = await this.#parts.queues.membershipAt(realmId, userId, from);
    for (;;) {
      const tail = await this.#tailAt(realmId, from);
      // Evicting the last queue of an organization closes its tail: retry with a new one.
      if (!this.isFollowed(tail)) continue;
      const adopted = tail.queues.get(queueId);
      if (adopted !== undefined) return { tail, queue: adopted };
      if (from < record.fromPosition) throw alreadyAcknowledged(lastEventId);
      if (from > tail.position) {
        await this.refuseAhead(queueId);
        return this.locate(request);
      }
      if (membership === undefined) throw queueNotFound(queueId);
      const queue = resumeQueue(record, membership, lastEventId);
      tail.queues.set(queueId, queue);
      return { tail, queue };
    }
  }

  /** Another node may have begun an epoch; otherwise the client has events that this history does not contain. */
  async refuseAhead(queueId: string): Promise<void> {
    const before = this.#generation;
    await this.#parts.confirmEpoch();
    if (this.#generation === before) throw queueNotFound(queueId);
  }

  async #tailAt(realmId: number, atLeast: number): Promise<Tail> {
    const tail = this.#tails.get(realmId) ?? (await this.#openAtHead(realmId));
    if (tail.position < atLeast) await this.advance(tail, atLeast);
    return tail;
  }

  /** Concurrent callers share one read of the head, which may be older than the position a caller needs. */
  #openAtHead(realmId: number): Promise<Tail> {
    const pendingOpen = this.#opening.get(realmId);
    if (pendingOpen !== undefined) return pendingOpen;
    const begun = this.#generation;
    const opened = this.#parts.log.heads([realmId]).then(
      (heads) => {
        if (this.#generation !== begun) return this.#openAtHead(realmId);
        this.#opening.delete(realmId);
        return this.#tails.get(realmId) ?? this.#follow(realmId, headIn(heads, realmId));
      },
      (error: unknown) => {
        if (this.#generation === begun) this.#opening.delete(realmId);
        throw error;
      },
    );
    this.#opening.set(realmId, opened);
    return opened;
  }

  #follow(realmId: number, position: number): Tail {
    const tail = openTail(realmId, position, this.#parts.adapter);
    this.#tails.set(realmId, tail);
    this.#parts.bus.follow(realmId);
    return tail;
  }

  /** Reads the log up to a head and delivers it to the live queues. */
  advance(tail: Tail, head: number): Promise<void> {
    return advance(tail, this.#parts.log, head, this.#deliver);
  }

  /** Reads the log up to its current head. */
  async readHead(tail: Tail): Promise<void> {
    const head = (await this.#parts.log.heads([tail.realmId])).get(tail.realmId) ?? 0;
    if (head > tail.position) await this.advance(tail, head);
  }

  readonly #deliver = ({ tail, woken, notices }: LogBatch): void => {
    const evict = (queue: LocalQueue): void => {
      this.evict(tail, queue);
    };
    for (const notice of notices) endWaits(tail, notice, this.#waiters, evict);
    const delivered = this.#parts.tracing.begin('deliver', {
      'parley.organization': tail.realmId,
      'parley.position': tail.position,
      'parley.queues': woken.length,
    });
    for (const queue of woken) this.#waiters.of(queue)?.wake();
    delivered();
    // Queues that did not subscribe to the event of the closing must end too.
    if (notices.some(({ notice }) => notice.notice === 'organization-closed'))
      for (const queue of tail.queues.values()) this.#waiters.of(queue)?.reject(invalidCredentials());
  };

  /** Applies the entries that a queue has missed; it ends if the log no longer has them. */
  async catchUp({ tail, queue }: LocatedQueue): Promise<void> {
    const { id, realmId } = queue.record;
    tail.catchingUp.add(queue);
    if (!(await catchUp(tail, this.#parts.log, queue))) {
      this.evict(tail, queue);
      await this.#parts.queues.remove(realmId, id);
      throw queueNotFound(id);
    }
    tail.catchingUp.delete(queue);
    // An entry that was just read may have ended the queue.
    if (tail.queues.get(id) !== queue) throw queueNotFound(id);
  }

  /** Removes a queue from memory; its row stays. */
  evict(tail: Tail, queue: LocalQueue): void {
    this.#waiters.release(queue);
    tail.queues.delete(queue.record.id);
    tail.live.delete(queue);
    tail.catchingUp.delete(queue);
    this.#waiters.forget(queue);
    // A new epoch may have opened another tail of the organization meanwhile.
    if (tail.queues.size > 0 || !this.isFollowed(tail)) return;
    this.#tails.delete(tail.realmId);
    this.#parts.bus.unfollow(tail.realmId);
  }

  /** Deletes a queue of a user. */
  async remove(realmId: number, userId: number, queueId: string): Promise<void> {
    const { queues } = this.#parts;
    const record = await queues.load(realmId, queueId);
    const tail = this.#tails.get(realmId);
    const queue = tail?.queues.get(queueId);
    const acknowledged = queue === undefined ? undefined : positionOf(queue.acknowledged);
    if (record?.userId !== userId || !(await queues.remove(realmId, queueId, acknowledged)))
      throw queueNotFound(queueId);
    if (tail !== undefined && queue !== undefined) this.evict(tail, queue);
  }

  /** Ends every queue, because the database continues another history. */
  endEpoch(): void {
    this.#generation += 1;
    this.#opening.clear();
    const ended = [...this.#tails.values()];
    this.#tails.clear();
    for (const tail of ended) {
      this.#parts.bus.unfollow(tail.realmId);
      for (const queue of tail.queues.values()) {
        this.#waiters.of(queue)?.reject(queueNotFound(queue.record.id));
        this.#waiters.forget(queue);
      }
      tail.queues.clear();
    }
  }
}

/** An organization without a head has departed to another cell. */
function headIn(heads: ReadonlyMap<number, number>, realmId: number): number {
  const head = heads.get(realmId);
  if (head === undefined) throw movingError();
  return head;
}
