import type { Addressed, OutgoingMessage } from '@parley/server/chat/messages/send/outgoing-message.ts';
import { createEpochs, type Epochs } from '@parley/server/engine/db/epoch.ts';
import type { LogStore } from '@parley/server/engine/log/store.ts';
import type { ControlEntry } from '@parley/server/engine/log/control-entry.ts';
import type { QueueRecord, Membership } from '@parley/server/delivery/local-queue.ts';
import type { QueueStore } from '@parley/server/delivery/store.ts';
import { KeyTakenError, type Database, type Period, type Sent } from './database.ts';

type Connection = { readonly server: number };

/** The statements of one process. As in the product, the epoch is confirmed on every new connection before its use. */
export class Session {
  readonly epochs: Epochs<Connection>;
  readonly #database: Database;
  #idle: Connection | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.epochs = createEpochs<Connection>(
      {
        read: ({ server }, seen) => database.travel(server, () => ({ ...database.readEpoch(seen) })),
        begin: ({ server }, ended, atLeast) =>
          database.travel(server, () => ({ ...database.beginEpoch(ended, atLeast) })),
      },
      () => {},
    );
  }

  async #connect(): Promise<Connection> {
    const idle = this.#idle;
    if (idle?.server === this.#database.server && this.epochs.isCurrent(idle)) return idle;
    const { server } = this.#database;
    const connection = { server };
    await this.#database.travel(server, () => undefined);
    await this.epochs.confirm(connection);
    if (!this.epochs.isCurrent(connection)) return this.#connect();
    this.#idle = connection;
    return connection;
  }

  async #run<T>(work: () => T): Promise<T> {
    const { server } = await this.#connect();
    return this.#database.travel(server, work);
  }

  confirmEpoch = async (): Promise<void> => {
    await this.epochs.confirm(await this.#connect());
  };

  #note(heads: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
    for (const [realmId, head] of heads) this.epochs.note(realmId, head);
    return heads;
  }

  /** Runs a transaction for a while and commits, which assigns the log position. */
  async #commit(count: number, place: (base: number) => void): Promise<number> {
    const early =
      this.#database.planted === 'position before commit' ? this.#database.take(count) : undefined;
    const { server } = await this.#connect();
    await this.#database.travel(server, () => undefined);
    return this.#database.travel(server, () => {
      const base = early ?? this.#database.take(count);
      place(base);
      return base;
    });
  }

  storeLetters = async (addressed: readonly Addressed[]): Promise<readonly number[]> => {
    const base = await this.#store(addressed.map(({ outgoing: letter }) => letter));
    return addressed.map((_, place) => base + 1 + place);
  };

  #store = (letters: readonly OutgoingMessage[]): Promise<number> =>
    this.#commit(letters.length, (base) => {
      if (this.#database.planted !== 'no idempotency')
        for (const { key } of letters)
          if (key !== undefined && this.#database.keys.has(key.key.toString('hex'))) {
            this.#database.giveBack(base);
            throw new KeyTakenError();
          }
      for (const [place, { audience, event, key }] of letters.entries()) {
        const position = base + 1 + place;
        if (event.type === 'message')
          this.#database.log.push({
            position,
            kind: 'event',
            audience,
            event: { ...event, message: { ...event.message, id: position } },
          });
        if (key !== undefined)
          this.#database.keys.set(key.key.toString('hex'), {
            messageId: position,
            hash: key.hash.toString('hex'),
          });
      }
      this.#database.sort();
    });

  /** Subscribes or unsubscribes a user at a log position. */
  changeSubscription = (userId: number, channel: number, comes: boolean): Promise<number> =>
    this.#commit(1, (base) => {
      const position = base + 1;
      const notice: ControlEntry = {
        notice: comes ? 'subscribed' : 'unsubscribed',
        channel_id: channel,
        user_ids: [userId],
      };
      this.#database.log.push({ position, kind: 'notice', notice });
      this.#database.sort();
      const channels = this.#database.periods.get(userId) ?? new Map<number, Period[]>();
      this.#database.periods.set(userId, channels);
      const periods = channels.get(channel) ?? [];
      channels.set(channel, periods);
      const open = periods.find(({ to }) => to === Infinity);
      if (comes && open === undefined) periods.push({ from: position, to: Infinity });
      if (!comes && open !== undefined) open.to = position;
    });

  /** Reads head and membership and stores the new queue in one snapshot. */
  register = (
    record: Omit<QueueRecord, 'fromPosition' | 'rewinds'>,
  ): Promise<{ record: QueueRecord; standing: Membership; epoch: string }> =>
    this.#run(() => {
      const fromPosition = this.#database.head;
      const made = { ...record, fromPosition, rewinds: 0 };
      this.#database.queues.set(record.id, made);
      const standing = this.#database.standing(record.userId, fromPosition);
      return { record: made, standing, epoch: this.#database.epoch.token };
    });

  findKey = (key: string): Promise<Sent | undefined> =>
    this.#run(() => (this.#database.planted === 'no idempotency' ? undefined : this.#database.keys.get(key)));

  logStore(wokenUp: () => number): LogStore {
    return {
      heads: (realmIds) =>
        this.#run(() => {
          const head =
            this.#database.planted === 'trusting the bus'
              ? Math.min(wokenUp(), this.#database.head)
              : this.#database.head;
          return new Map(realmIds.map((realmId) => [realmId, head]));
        }).then((heads) => this.#note(heads)),
      underway: () => Promise.resolve(new Set()),
      after: (_realmId, position, limit) =>
        this.#run(() =>
          this.#database.log.filter(
            (entry) => entry.position > position && entry.position <= position + limit,
          ),
        ),
    };
  }

  queueStore(): QueueStore {
    return {
      load: (_realmId, queueId) => this.#run(() => this.#database.queues.get(queueId)),
      membershipAt: (_realmId, userId, position) =>
        this.#run(() =>
          this.#database.standing(
            userId,
            this.#database.planted === 'access at delivery time' ? this.#database.head : position,
          ),
        ),
      countRewind: (_realmId, _userId, queueId) =>
        this.#run(() => {
          const row = this.#database.queues.get(queueId);
          if (row !== undefined && this.#database.planted !== 'silent rewinds')
            this.#database.queues.set(queueId, { ...row, rewinds: row.rewinds + 1 });
        }),
      remove: (_realmId, queueId) => this.#run(() => this.#database.queues.delete(queueId)),
      touch: (queues) =>
        this.#run(() => new Set(queues.map(({ id }) => id).filter((id) => this.#database.queues.has(id)))),
    };
  }
}
