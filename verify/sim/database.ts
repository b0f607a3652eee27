import type { OutgoingMessage } from '@parley/server/chat/messages/sending/outgoing-message.ts';
import type { Addressed } from '@parley/server/chat/messages/sending/outbox.ts';
import type { LogEntry } from '@parley/server/engine/log/entry.ts';
import type { LogStore } from '@parley/server/engine/log/store.ts';
import type { ControlEntry } from '@parley/server/engine/log/control-entry.ts';
import type { QueueRecord, Membership } from '@parley/server/delivery/local-queue.ts';
import type { QueueStore } from '@parley/server/delivery/store.ts';
import type { Planted } from './planted-mistakes.ts';
import type { Scheduler } from './scheduler.ts';

/** The connection broke; the statement may have taken effect. */
export class UnavailableError extends Error {
  readonly code = 'ECONNRESET';
}
/** Another send has already used the idempotency key. */
export class KeyTakenError extends Error {}

type Period = { readonly from: number; to: number };
type Sent = { readonly messageId: number; readonly hash: string };

/** The part of PostgreSQL that queues and sends use: commits in some order, consistent reads, outages. */
export class Database {
  readonly log: LogEntry[] = [];
  readonly queues = new Map<string, QueueRecord>();
  readonly keys = new Map<string, Sent>();
  /** User → channel → positions. */
  readonly periods = new Map<number, Map<number, Period[]>>();
  isUp = true;
  /** Next position for the planted mistake that takes it before the commit. */
  #taken = 0;
  readonly #scheduler: Scheduler;
  readonly #random: () => number;
  readonly #planted: Planted | undefined;

  constructor(scheduler: Scheduler, random: () => number, planted: Planted | undefined) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#planted = planted;
  }

  get head(): number {
    return this.#planted === 'position before commit'
      ? this.log.reduce((most, { position }) => Math.max(most, position), 0)
      : this.log.length;
  }

  isSubscribed(userId: number, channel: number, position: number): boolean {
    const periods = this.periods.get(userId)?.get(channel) ?? [];
    return periods.some(({ from, to }) => from <= position && position < to);
  }

  standing(userId: number, position: number): Membership {
    const channels = [...(this.periods.get(userId)?.keys() ?? [])].filter((channel) =>
      this.isSubscribed(userId, channel, position),
    );
    return { role: 400, channels };
  }

  /** Runs a statement; request and response can each be lost. */
  async #travel<T>(work: () => T): Promise<T> {
    await this.#scheduler.sleep(this.#random() * 8);
    if (!this.isUp) throw new UnavailableError('The connection was refused.');
    const result = work();
    await this.#scheduler.sleep(this.#random() * 8);
    if (!this.isUp) throw new UnavailableError('The connection was reset.');
    return result;
  }

  /** Runs a transaction for a while and commits, which assigns the log position. */
  async #commit(count: number, place: (base: number) => void): Promise<number> {
    const early = this.#planted === 'position before commit' ? this.#take(count) : undefined;
    return this.#travel(() => undefined).then(() =>
      this.#travel(() => {
        const base = early ?? this.#take(count);
        place(base);
        return base;
      }),
    );
  }

  #take(count: number): number {
    this.#taken += count;
    return this.#taken - count;
  }

  storeLetters = async (addressed: readonly Addressed[]): Promise<readonly number[]> => {
    const base = await this.#store(addressed.map(({ outgoing: letter }) => letter));
    return addressed.map((_, place) => base + 1 + place);
  };

  #store = (letters: readonly OutgoingMessage[]): Promise<number> =>
    this.#commit(letters.length, (base) => {
      if (this.#planted !== 'no idempotency')
        for (const { key } of letters)
          if (key !== undefined && this.keys.has(key.key.toString('hex'))) {
            this.#taken = base;
            throw new KeyTakenError();
          }
      for (const [place, { audience, event, key }] of letters.entries()) {
        const position = base + 1 + place;
        if (event.type === 'message')
          this.log.push({
            position,
            kind: 'event',
            audience,
            event: { ...event, message: { ...event.message, id: position } },
          });
        if (key !== undefined)
          this.keys.set(key.key.toString('hex'), {
            messageId: position,
            hash: key.hash.toString('hex'),
          });
      }
      this.#sort();
    });

  #sort(): void {
    if (this.#planted === 'position before commit') this.log.sort((a, b) => a.position - b.position);
  }

  /** Subscribes or unsubscribes a user at a log position. */
  changeSubscription = (userId: number, channel: number, comes: boolean): Promise<number> =>
    this.#commit(1, (base) => {
      const position = base + 1;
      const notice: ControlEntry = {
        notice: comes ? 'subscribed' : 'unsubscribed',
        channel_id: channel,
        user_ids: [userId],
      };
      this.log.push({ position, kind: 'notice', notice });
      this.#sort();
      const channels = this.periods.get(userId) ?? new Map<number, Period[]>();
      this.periods.set(userId, channels);
      const periods = channels.get(channel) ?? [];
      channels.set(channel, periods);
      const open = periods.find(({ to }) => to === Infinity);
      if (comes && open === undefined) periods.push({ from: position, to: Infinity });
      if (!comes && open !== undefined) open.to = position;
    });

  /** Reads head and membership and stores the new queue in one snapshot. */
  register = (
    record: Omit<QueueRecord, 'fromPosition' | 'rewinds'>,
  ): Promise<{ record: QueueRecord; standing: Membership }> =>
    this.#travel(() => {
      const fromPosition = this.head;
      const made = { ...record, fromPosition, rewinds: 0 };
      this.queues.set(record.id, made);
      return { record: made, standing: this.standing(record.userId, fromPosition) };
    });

  findKey = (key: string): Promise<Sent | undefined> =>
    this.#travel(() => (this.#planted === 'no idempotency' ? undefined : this.keys.get(key)));

  logStore(wokenUp: () => number): LogStore {
    return {
      heads: (realmIds) =>
        this.#travel(() => {
          const head = this.#planted === 'trusting the bus' ? Math.min(wokenUp(), this.head) : this.head;
          return new Map(realmIds.map((realmId) => [realmId, head]));
        }),
      after: (_realmId, position, limit) =>
        this.#travel(() =>
          this.log.filter((entry) => entry.position > position && entry.position <= position + limit),
        ),
    };
  }

  queueStore(): QueueStore {
    return {
      load: (_realmId, queueId) => this.#travel(() => this.queues.get(queueId)),
      membershipAt: (_realmId, userId, position) =>
        this.#travel(() =>
          this.standing(userId, this.#planted === 'access at delivery time' ? this.head : position),
        ),
      countRewind: (_realmId, _userId, queueId) =>
        this.#travel(() => {
          const row = this.queues.get(queueId);
          if (row !== undefined && this.#planted !== 'silent rewinds')
            this.queues.set(queueId, { ...row, rewinds: row.rewinds + 1 });
        }),
      remove: (_realmId, queueId) => this.#travel(() => this.queues.delete(queueId)),
      touch: (queueIds) => this.#travel(() => new Set(queueIds.filter((id) => this.queues.has(id)))),
    };
  }
}
