/** Actions and received events of all clients. Times are milliseconds of one clock. */
export type History = {
  readonly sends: Send[];
  readonly moves: Move[];
  readonly listeners: Listener[];
  /** Times at which PostgreSQL lost the newest part of its history. */
  readonly losses: Loss[];
  /** Text of each message, from the first client that received it. */
  readonly texts: Map<number, string>;
  /** Violations found during the run. */
  readonly complaints: string[];
};

export type Send = {
  readonly userId: number;
  /** Identifies the send; also its text. */
  readonly key: string;
  /** Channel, or undefined for a direct message. */
  readonly channelId: number | undefined;
  readonly from: number;
  until: number | undefined;
  /** Acknowledged ids: one for each intentional send. */
  readonly ids: number[];
  isRefused: boolean;
  attempts: number;
};

/** Acknowledged before `keptUntil`: kept. Acknowledged after it and before `ends`: possibly lost. */
export type Loss = { readonly keptUntil: number; readonly begins: number; readonly ends: number };

/** A user was added to a channel or removed from it. */
export type Move = {
  readonly userId: number;
  readonly channelId: number;
  readonly joins: boolean;
  readonly from: number;
  until: number | undefined;
  attempts: number;
};

/** A client with one queue. */
export type Listener = {
  readonly userId: number;
  /** Positions of its registrations; a correct run has one for each epoch. */
  readonly registrations: number[];
  /** Number of messages that were received before each registration. */
  readonly starts: number[];
  readonly messageIds: number[];
  lastEventId: number;
  hasHeardTheEnd: boolean;
};

export function emptyHistory(): History {
  return {
    sends: [],
    moves: [],
    listeners: [],
    losses: [],
    texts: new Map(),
    complaints: [],
  };
}

/** Contents of PostgreSQL at the end. */
export type Ledger = {
  readonly head: number;
  /** Number of the epoch of the database. */
  readonly epoch: number;
  readonly log: readonly LedgerEntry[];
  /** Ids of the stored messages. */
  readonly stored: ReadonlySet<number>;
  /** Positions from (inclusive) and to (exclusive) of each subscription, by user and channel. */
  readonly periods: ReadonlyMap<string, readonly (readonly [from: number, to: number])[]>;
};

export type LedgerEntry = {
  readonly position: number;
  readonly audience: LedgerAudience;
  readonly type: string | null;
  /** The text of a message. */
  readonly text: string | null;
};

export type LedgerAudience =
  | { readonly kind: 'subscribers'; readonly channel: number }
  | { readonly kind: 'users'; readonly ids: readonly number[] }
  | { readonly kind: 'union'; readonly of: readonly LedgerAudience[] }
  | { readonly kind: string };

export function periodKey(userId: number, channelId: number): string {
  return `${userId}/${channelId}`;
}

/** An invariant, and its violations in a run. */
export type Check = { readonly name: string; readonly violations: readonly string[] };
