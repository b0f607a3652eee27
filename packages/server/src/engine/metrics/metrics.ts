import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from '../db/pool.ts';

/** What a node counts for its operators. */
export type Metrics = {
  /** A request was answered. How long a poll waited says nothing, so polls are only counted. */
  request(operation: string, status: number, milliseconds: number): void;
  /** So many messages were committed together. */
  committed(messages: number): void;
  /** So many events went out with one answer. */
  delivered(events: number): void;
  /** The mail server was offered a letter. */
  mailed(outcome: 'sent' | 'failed' | 'refused'): void;
  /** Everything as Prometheus reads it. */
  text(): Promise<string>;
};

/** Counts of event queues, read whenever the metrics are. */
type CountedQueues = { readonly size: { queues: number; waiting: number; lag: number } };

const WAITING: ReadonlySet<string> = new Set(['get-events']);

export function createMetrics(pool: Pool): Metrics & { watch(queues: CountedQueues): void } {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register, prefix: 'parley_' });

  const requests = new Counter({
    name: 'parley_requests_total',
    help: 'Answered requests by operation and by the class of their status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'parley_request_seconds',
    help: 'How long requests took; polls are left out.',
    labelNames: ['operation'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const messages = new Counter({ name: 'parley_messages_total', help: 'Committed messages.', registers });
  const batches = new Histogram({
    name: 'parley_messages_per_commit',
    help: 'How many messages went into one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100],
    registers,
  });
  const events = new Counter({ name: 'parley_events_total', help: 'Events handed to clients.', registers });
  const mails = new Counter({
    name: 'parley_mails_total',
    help: 'Letters offered to the mail server: those that it took, would not take now, and will never take.',
    labelNames: ['outcome'],
    registers,
  });

  const connections = new Gauge({
    name: 'parley_database_connections',
    help: 'Connections to PostgreSQL: open ones, those of them without work, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect: () => {
      const { open, idle, waiting } = pool.load;
      connections.set({ state: 'open' }, open);
      connections.set({ state: 'idle' }, idle);
      connections.set({ state: 'wanted' }, waiting);
    },
  });

  return {
    request: (operation, status, milliseconds) => {
      requests.inc({ operation, status: `${Math.floor(status / 100)}xx` });
      if (!WAITING.has(operation)) durations.observe({ operation }, milliseconds / 1000);
    },
    committed: (count) => {
      messages.inc(count);
      batches.observe(count);
    },
    delivered: (count) => {
      events.inc(count);
    },
    mailed: (outcome) => {
      mails.inc({ outcome });
    },
    watch: (counted) => {
      const queues = new Gauge({
        name: 'parley_queues',
        help: 'Event queues on this node, and those of them with a waiting poll.',
        labelNames: ['state'],
        registers,
        collect: () => {
          queues.set({ state: 'known' }, counted.size.queues);
          queues.set({ state: 'waiting' }, counted.size.waiting);
        },
      });
      const lag = new Gauge({
        name: 'parley_log_behind',
        help: 'How many entries of the log this node knows of and has not read, of the organization where it is most.',
        registers,
        collect: () => {
          lag.set(counted.size.lag);
        },
      });
    },
    text: () => register.metrics(),
  };
}
