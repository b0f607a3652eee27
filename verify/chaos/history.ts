/** What the clients did and saw. Times are milliseconds of one clock. */
export type History = {
  readonly sends: Send[];
  readonly moves: Move[];
  readonly listeners: Listener[];
  /** What each message said, wherever it was heard first. */
  readonly texts: Map<number, string>;
  /** Anything that was wrong on sight. */
  readonly complaints: string[];
};

export type Send = {
  readonly userId: number;
  /** Names the send, and is its text. */
  readonly key: string;
  /** A channel, or nothing for a direct message. */
  readonly channelId: number | undefined;
  readonly from: number;
  until: number | undefined;
  /** The ids that were acknowledged: one for each time that it was asked for on purpose. */
  readonly ids: number[];
  isRefused: boolean;
  attempts: number;
};

/** Somebody was added to a channel or taken out of it. */
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
  /** Positions at which it registered: once, if all is well. */
  readonly registrations: number[];
  readonly messageIds: number[];
  lastEventId: number;
  hasHeardTheEnd: boolean;
};

export function emptyHistory(): History {
  return {
    sends: [],
    moves: [],
    listeners: [],
    texts: new Map(),
    complaints: [],
  };
}

/** What PostgreSQL holds at the end. */
export type Ledger = {
  readonly head: number;
  readonly log: readonly LedgerEntry[];
  /** Ids of the stored messages. */
  readonly stored: ReadonlySet<number>;
  /** From which position (inclusive) to which (exclusive) somebody was subscribed, by user and channel. */
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

/** One promise, and every way in which a run broke it. */
export type Check = { readonly name: string; readonly problems: readonly string[] };
