import { Gauge, type Registry } from 'prom-client';
import type { Pool } from '../db/pool.ts';

/** The source of queue metrics, read on every scrape. */
export type QueueCounts = { readonly size: { queues: number; waiting: number; lag: number } };

/** Progress of the readers of the log of one kind. */
export type ReaderProgress = {
  readonly kind: string;
  readonly entries: number;
  readonly seconds: number;
  readonly paused: number;
};

/** The state of the services that the node uses, read on every scrape. */
export type ServiceStates = {
  /** Rejects if PostgreSQL cannot store data. */
  readonly isWritable: () => Promise<void>;
  readonly isUp: () => boolean;
  /** Always true for a single node, which has no bus to lose. */
  readonly isBusUp: () => boolean;
};

export function watchPool(pool: Pool, registers: Registry[]): void {
  const connections = new Gauge({
    name: 'parley_database_connections',
    help: 'Connections to PostgreSQL: open, idle, and requests waiting for one (wanted).',
    labelNames: ['state'],
    registers,
    collect: () => {
      const { open, idle, waiting } = pool.load;
      connections.set({ state: 'open' }, open);
      connections.set({ state: 'idle' }, idle);
      connections.set({ state: 'wanted' }, waiting);
    },
  });
}

export function watchQueues(counted: QueueCounts, registers: Registry[]): void {
  const queues = new Gauge({
    name: 'parley_queues',
    help: 'Event queues in memory (known), and those with a waiting poll (waiting).',
    labelNames: ['state'],
    registers,
    collect: () => {
      queues.set({ state: 'known' }, counted.size.queues);
      queues.set({ state: 'waiting' }, counted.size.waiting);
    },
  });
  const lag = new Gauge({
    name: 'parley_log_behind',
    help: 'Known but unread log entries, maximum over all organizations.',
    registers,
    collect: () => {
      lag.set(counted.size.lag);
    },
  });
}

export function watchServices({ isWritable, isUp, isBusUp }: ServiceStates, registers: Registry[]): void {
  const writable = new Gauge({
    name: 'parley_database_writable',
    help: '1 if PostgreSQL stores data, 0 if its disk is full, it is read-only or away.',
    registers,
    collect: async () => {
      writable.set(
        await isWritable().then(
          () => 1,
          () => 0,
        ),
      );
      up.set(Number(isUp()));
    },
  });
  const up = new Gauge({
    name: 'parley_database_up',
    help: '1 if PostgreSQL accepts connections of this node.',
    registers,
  });
  const bus = new Gauge({
    name: 'parley_bus_up',
    help: '1 if this node is connected to the bus.',
    registers,
    collect: () => {
      bus.set(Number(isBusUp()));
    },
  });
}

export function watchSearch(readBehind: () => Promise<number>, registers: Registry[]): void {
  const behind = new Gauge({
    name: 'parley_search_behind',
    help: 'Log entries that searches scan because they are not indexed yet, maximum over all organizations.',
    registers,
    collect: async () => {
      behind.set(await readBehind().catch(() => 0));
    },
  });
}

/** `onKind` is told of every kind of reader that there is. */
export function watchReaders(
  read: () => Promise<readonly ReaderProgress[]>,
  registers: Registry[],
  onKind: (kind: string) => void,
): void {
  const labelNames = ['kind'];
  const seconds = new Gauge({
    name: 'parley_reader_lag_seconds',
    help: 'Age of the oldest log entry that waits for a reader, by kind.',
    labelNames,
    registers,
  });
  const paused = new Gauge({
    name: 'parley_readers_paused',
    help: 'Readers of the log that are paused, by kind.',
    labelNames,
    registers,
  });
  const entries = new Gauge({
    name: 'parley_reader_lag_entries',
    help: 'Log entries that wait for a reader, maximum over all readers of a kind.',
    labelNames,
    registers,
    collect: async () => {
      for (const gauge of [entries, seconds, paused]) gauge.reset();
      // The other metrics are wanted most while the database is unavailable.
      for (const { kind, ...lag } of await read().catch(() => [])) {
        onKind(kind);
        entries.set({ kind }, lag.entries);
        seconds.set({ kind }, lag.seconds);
        paused.set({ kind }, lag.paused);
      }
    },
  });
}
