import type { Epoch, SeenHead } from '@parley/server/engine/db/epoch.ts';
import type { LogEntry } from '@parley/server/engine/log/entry.ts';
import type { QueueRecord, Membership } from '@parley/server/delivery/local-queue.ts';
import type { Planted } from './planted-mistakes.ts';
import type { Scheduler } from './scheduler.ts';

/** The connection broke; the statement may have taken effect. */
export class UnavailableError extends Error {
  readonly code = 'ECONNRESET';
}
/** Another send has already used the idempotency key. */
export class KeyTakenError extends Error {}

/** More than a run can lose. */
const JUMP = 1_000;

type Copy = Pick<Database, 'log' | 'queues' | 'keys' | 'periods' | 'epoch' | 'head'>;

function copyOf(periods: Database['periods']): Database['periods'] {
  return new Map(
    Array.from(periods, ([user, channels]) => [
      user,
      new Map(Array.from(channels, ([channel, list]) => [channel, list.map((period) => ({ ...period }))])),
    ]),
  );
}

export type Period = { readonly from: number; to: number };
export type Sent = { readonly messageId: number; readonly hash: string };

/** The part of PostgreSQL that queues and sends use: commits in some order, consistent reads, outages. */
export class Database {
  log: LogEntry[] = [];
  queues = new Map<string, QueueRecord>();
  keys = new Map<string, Sent>();
  /** User → channel → positions. */
  periods = new Map<number, Map<number, Period[]>>();
  isUp = true;
  /** Increased when a standby takes over: connections to the previous server are broken. */
  server = 1;
  /** Ranges of positions whose entries were lost with a server: after the first, up to the second. */
  readonly lost: (readonly [after: number, upTo: number])[] = [];
  /** The heads at which epochs began, also those of a history that was lost later. */
  readonly starts: number[] = [];
  epoch = { number: 1, token: 'epoch 1', seenAt: 0 };
  /** The row of the epoch names another server. */
  #isMoved = false;
  #standby: Copy | undefined;
  /** The last position that was assigned. */
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
      : this.#taken;
  }

  /** Copies everything to a standby, which receives nothing afterwards. */
  cutStandby(): void {
    const { log, queues, keys, periods, epoch, head } = this;
    this.#standby = {
      log: [...log],
      queues: new Map(queues),
      keys: new Map(keys),
      periods: copyOf(periods),
      epoch,
      head,
    };
  }

  /** The standby takes the place of the server, without the commits that it has not received. */
  promoteStandby(): void {
    if (this.#standby === undefined) return;
    const { head, ...copy } = this.#standby;
    this.lost.push([head, this.head]);
    Object.assign(this, copy);
    this.#taken = head;
    this.#standby = undefined;
    this.#isMoved = true;
    this.server += 1;
  }

  /** As in the product: the epoch, and why it must end. */
  readEpoch(seen: readonly SeenHead[]): Epoch & { loss: string | null } {
    const isLower = seen.some(([, head]) => head > this.head);
    const isLost = (this.#isMoved || isLower) && this.#planted !== 'no epochs';
    return { ...this.epoch, loss: isLost ? 'the server was replaced' : null };
  }

  /** As in the product: jumps ahead and ends all queues, unless another node has. */
  beginEpoch(ended: string, atLeast: number): Epoch {
    if (this.epoch.token === ended) {
      const known = this.epoch;
      const number = Math.max(known.number, atLeast) + 1;
      const token = `epoch ${number} of server ${this.server}`;
      this.epoch = { number, token, seenAt: this.#scheduler.now };
      this.#isMoved = false;
      const margin = JUMP * (number - known.number) + Math.ceil(this.#scheduler.now - known.seenAt);
      if (this.#planted !== 'no jump') this.#taken += margin;
      this.starts.push(this.#taken);
      this.queues.clear();
    }
    return this.epoch;
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

  /** Runs a statement on a connection to a server; request and response can each be lost. */
  async travel<T>(server: number, work: () => T): Promise<T> {
    await this.#scheduler.sleep(this.#random() * 8);
    if (!this.isUp || server !== this.server) throw new UnavailableError('The connection was refused.');
    const result = work();
    await this.#scheduler.sleep(this.#random() * 8);
    if (!this.isUp || server !== this.server) throw new UnavailableError('The connection was reset.');
    return result;
  }

  get planted(): Planted | undefined {
    return this.#planted;
  }

  take(count: number): number {
    this.#taken += count;
    return this.#taken - count;
  }

  /** Gives back positions of a transaction that was rolled back. */
  giveBack(base: number): void {
    this.#taken = base;
  }

  sort(): void {
    if (this.#planted === 'position before commit') this.log.sort((a, b) => a.position - b.position);
  }
}
