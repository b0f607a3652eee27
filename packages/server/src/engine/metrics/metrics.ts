import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from '../db/pool.ts';
import { FAULTS, type Fault } from '../faults/fault.ts';
import type { SpentBudget } from '../turns/processor-budgets.ts';
import {
  watchPool,
  watchQueues,
  watchReaders,
  watchSearch,
  watchServices,
  type QueueCounts,
  type ReaderProgress,
  type ServiceStates,
} from './gauges.ts';
import { processRegister } from './process-metrics.ts';
import { addBuildInfo, watchSharedState, watchStreams, type SharedState } from './state-gauges.ts';
import { workCountersIn, type WorkCounters } from './work-counters.ts';

/** The metrics of a node, for operators. */
export type Metrics = WorkCounters & {
  /** Counts a completed request; the duration of polls is not recorded. */
  request(operation: string, status: number, milliseconds: number): void;
  /** Counts messages that were committed in one transaction. */
  committed(messages: number): void;
  /** Counts events that were sent in one response. */
  delivered(events: number): void;
  /** Counts an attempt to send an e-mail. */
  mailed(outcome: 'sent' | 'failed' | 'refused'): void;
  /** Counts a received e-mail. */
  receivedMail(outcome: 'posted' | 'ignored' | 'refused' | 'failed'): void;
  /** Counts an entry that a reader of the log could not process, and will try again. */
  readerFailed(kind: string): void;
  /** Counts a damaged segment of the search index. */
  searchDamaged(): void;
  /** Counts a failure of a part that the node depends on. */
  faulted(fault: Pick<Fault, 'source' | 'kind'>): void;
  /** Counts a block of the event loop, by what it did. */
  blocked(operation: string): void;
  /** Counts a request that was refused because its user or organization had used too much processor time. */
  readonly processorSpent: (scope: SpentBudget['scope']) => void;
  /** Records by how much the clock of this node differs from that of PostgreSQL. */
  clockDiffers(milliseconds: number): void;
  /** Counts a new epoch of the database. */
  epochBegan(): void;
  /** Reads the number of open event streams on every scrape. */
  watchStreams(count: () => number): void;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
};

const UNTIMED_OPERATIONS: ReadonlySet<string> = new Set(['get-events']);

/** Parts that are read on every scrape. */
type Watches = {
  watch(queues: QueueCounts): void;
  /** Reads the progress of all nodes' readers from the database on every scrape. */
  watchReaders(read: () => Promise<readonly ReaderProgress[]>): void;
  watchServices(states: ServiceStates): void;
  /** Reads the state of the database on every scrape. */
  watchSharedState(read: () => Promise<SharedState | undefined>): void;
  /** Reads on every scrape how far the search index is behind. */
  watchSearch(readBehind: () => Promise<number>): void;
};

export function createMetrics(pool: Pool): Metrics & Watches {
  const register = new Registry();
  const registers = [register];
  const ofProcess = processRegister();
  addBuildInfo(registers);
  const { requests, durations, messages, batches, events, readerFailures, searchDamage, epochs } =
    countersIn(registers);
  const faults = faultCounterIn(registers);
  const blocks = blockCounterIn(registers);
  const processorSpent = spentBudgetCounterIn(registers);
  const clockDifference = clockGaugeIn(registers);
  watchPool(pool, registers);

  return {
    request: (operation, status, milliseconds) => {
      requests.inc({ operation, status: statusLabel(status) });
      if (!UNTIMED_OPERATIONS.has(operation)) durations.observe({ operation }, milliseconds / 1000);
    },
    committed: (count) => {
      messages.inc(count);
      batches.observe(count);
    },
    delivered: (count) => {
      events.inc(count);
    },
    ...mailCountersIn(registers),
    readerFailed: (kind) => {
      readerFailures.inc({ kind });
    },
    searchDamaged: () => {
      searchDamage.inc();
    },
    faulted: ({ source, kind }) => {
      faults.inc({ source, kind });
    },
    ...workCountersIn(registers),
    blocked: (operation) => {
      blocks.inc({ operation });
    },
    processorSpent,
    clockDiffers: (milliseconds) => {
      clockDifference.set(milliseconds / 1000);
    },
    epochBegan: () => {
      epochs.inc();
    },
    ...watchesIn(registers, (kind) => {
      readerFailures.inc({ kind }, 0);
    }),
    text: async () => (await Promise.all([ofProcess.metrics(), register.metrics()])).join(''),
  };
}

function watchesIn(
  registers: Registry[],
  onReaderKind: (kind: string) => void,
): Watches & Pick<Metrics, 'watchStreams'> {
  return {
    watch: (queues) => watchQueues(queues, registers),
    watchReaders: (read) => watchReaders(read, registers, onReaderKind),
    watchServices: (states) => watchServices(states, registers),
    watchSharedState: (read) => watchSharedState(read, registers),
    watchStreams: (count) => watchStreams(count, registers),
    watchSearch: (readBehind) => watchSearch(readBehind, registers),
  };
}

/** Statuses that ask for different actions; all others are counted by their class. */
const TOLD_APART = new Set([429, 500, 503]);

function statusLabel(status: number): string {
  return TOLD_APART.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}

function countersIn(registers: Registry[]) {
  const requests = new Counter({
    name: 'parley_requests_total',
    help: 'Completed requests by operation and status: 429, 500 and 503, or the class of all others.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'parley_request_seconds',
    help: 'Duration of requests, except polls.',
    labelNames: ['operation'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const messages = new Counter({ name: 'parley_messages_total', help: 'Committed messages.', registers });
  const batches = new Histogram({
    name: 'parley_messages_per_commit',
    help: 'Messages per commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100],
    registers,
  });
  const events = new Counter({ name: 'parley_events_total', help: 'Events sent to clients.', registers });
  const readerFailures = new Counter({
    name: 'parley_reader_failures_total',
    help: 'Failed attempts of readers of the log, by kind.',
    labelNames: ['kind'],
    registers,
  });

  const searchDamage = new Counter({
    name: 'parley_search_damaged_segments_total',
    help: 'Search indexes in which a damaged segment was found, and which are built again.',
    registers,
  });

  const epochs = new Counter({
    name: 'parley_database_epochs_total',
    help: 'New epochs of the database, which ended all event queues.',
    registers,
  });

  return { requests, durations, messages, batches, events, readerFailures, searchDamage, epochs };
}

/** Every kind is there from the start, so that alerts see the first fault as an increase. */
function faultCounterIn(registers: Registry[]): Counter<'source' | 'kind'> {
  const faults = new Counter({
    name: 'parley_faults_total',
    help: 'Failures of PostgreSQL and of the file store that requests and jobs met, by kind.',
    labelNames: ['source', 'kind'],
    registers,
  });
  for (const { source, kind } of FAULTS) faults.inc({ source, kind }, 0);
  return faults;
}

function blockCounterIn(registers: Registry[]): Counter<'operation'> {
  const blocks = new Counter({
    name: 'parley_event_loop_blocks_total',
    help: 'Blocks of the event loop of more than 200 ms, by operation or job.',
    labelNames: ['operation'],
    registers,
  });
  blocks.inc({ operation: 'other work' }, 0);
  return blocks;
}

function spentBudgetCounterIn(registers: Registry[]): Metrics['processorSpent'] {
  const counter = new Counter({
    name: 'parley_processor_time_refusals_total',
    help: 'Requests that were refused because their user or organization had used too much processor time.',
    labelNames: ['scope'],
    registers,
  });
  for (const scope of ['user', 'organization'] as const) counter.inc({ scope }, 0);
  return (scope) => {
    counter.inc({ scope });
  };
}

function mailCountersIn(registers: Registry[]): Pick<Metrics, 'mailed' | 'receivedMail'> {
  const mails = new Counter({
    name: 'parley_mails_total',
    help: 'E-mails by outcome: sent, failed (will be retried) or refused permanently.',
    labelNames: ['outcome'],
    registers,
  });

  const receivedMails = new Counter({
    name: 'parley_received_mails_total',
    help: 'E-mails to the mail gateway by outcome: posted, ignored, refused, or failed (the sender tries again).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['sent', 'failed', 'refused']) mails.inc({ outcome }, 0);
  for (const outcome of ['posted', 'ignored', 'refused', 'failed']) receivedMails.inc({ outcome }, 0);
  return {
    mailed: (outcome) => {
      mails.inc({ outcome });
    },
    receivedMail: (outcome) => {
      receivedMails.inc({ outcome });
    },
  };
}

function clockGaugeIn(registers: Registry[]): Gauge {
  return new Gauge({
    name: 'parley_clock_difference_seconds',
    help: 'Difference between the clocks of this node and of PostgreSQL.',
    registers,
  });
}
