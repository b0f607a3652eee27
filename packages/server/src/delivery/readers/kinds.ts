import type { Tx } from '../../engine/db/tx.ts';
import type { LogEntry } from '../../engine/log/entry.ts';

/** The key of a row in `log_reader`; id 0 is the reader of the organization itself. */
export type ReaderKey = { readonly realmId: number; readonly kind: string; readonly id: number };

/** The first and last entry of a batch that concern the reader of a recipient. */
export type Concern = {
  readonly kind: string;
  readonly id: number;
  readonly first: number;
  readonly last: number;
};

/**
 * Reads the log of each organization, one batch at a time. The effects of `read` and the cursor are one transaction, so
 * every entry takes effect once. It must not do I/O outside of PostgreSQL.
 */
export type OrganizationReader = {
  readonly kind: string;
  readonly maxEntries: number;
  /** The first entry that is read: the oldest kept, the current one, or none until `createOrganizationReader` is called. */
  readonly start: 'oldest' | 'current' | 'on request';
  read(tx: Tx, entries: readonly LogEntry[]): Promise<ReadResult>;
};

export type ReadResult = {
  /** The recipients' readers that the entries concern; a superset is allowed. */
  readonly concerns: readonly Concern[];
  /** Whether a device or a recipient gets something now, so that the next entries should not wait. */
  readonly isUrgent: boolean;
};

/** Delivers entries to one recipient outside of PostgreSQL, at least once and in order. */
export type RecipientReader = {
  readonly kind: string;
  readonly maxEntries: number;
  readonly retries: RetrySchedule;
  /** Must end soon after the signal is aborted. An error counts as a failure before the first entry. */
  deliver(reader: HeldReader, entries: readonly LogEntry[], signal: AbortSignal): Promise<DeliveryOutcome>;
  /** Tells the owner, in the transaction that pauses a reader which failed for too long. */
  onPause(tx: Tx, reader: HeldReader, error: string): Promise<void>;
};

/** The reader of a recipient while a node holds its lease. */
export type HeldReader = ReaderKey & {
  readonly position: number;
  readonly wanted: number;
  /** Failed attempts since the position last moved. */
  readonly tries: number;
};

/** Every entry up to `position` is delivered; after a failure the next one will be tried again. */
export type DeliveryOutcome =
  | { readonly state: 'done'; readonly position: number }
  | { readonly state: 'failed'; readonly position: number; readonly error: string };

/** Pauses between attempts double from `firstSeconds` to `maxSeconds`; after `giveUpSeconds` of failures the reader is paused. */
export type RetrySchedule = {
  readonly firstSeconds: number;
  readonly maxSeconds: number;
  readonly giveUpSeconds: number;
};
