import type { Message, ServerEvent, State } from '@parley/client';
import type { Cell } from '../cell.ts';
import type { Link } from '../link.ts';
import type { Conversation, Narrow } from '../narrow/narrow.ts';

/** Changes that arrived together; listeners are called once for all of them. */
export type Batch =
  /** A new registration: windows must be fetched again. */
  | { readonly kind: 'snapshot'; readonly state: State }
  /** `state` already contains the events. */
  | { readonly kind: 'events'; readonly events: readonly ServerEvent[]; readonly state: State };

/** Delivers the state of the organization and every change of it, in order and once. */
export type Source = {
  /** The first state, from the disk or from a registration. */
  readonly first: Promise<State>;
  readonly link: Cell<Link>;
  /** Batches behind `first`; those that come before the first listener are kept for it. */
  readonly onBatch: (listener: (batch: Batch) => void) => () => void;
  /** The queue on which events of own messages carry their local id. */
  readonly queueId: () => string | undefined;
  /** Stops following and keeps the queue. */
  readonly close: () => Promise<void>;
};

/** Storage that survives a reload. Failures are the storage's matter: callers go on without it. */
export type Persistence = {
  readonly load: () => Promise<StoredChat>;
  /** Resolves when the entry would survive a crash. */
  readonly putEntry: (entry: StoredEntry) => Promise<void>;
  readonly removeEntry: (key: string) => Promise<void>;
  readonly putDraft: (key: string, draft: StoredDraft) => Promise<void>;
  readonly removeDraft: (key: string) => Promise<void>;
  readonly putChange: (change: StoredChange) => Promise<void>;
  readonly removeChange: (key: string) => Promise<void>;
  /** Asks the browser to send stored entries later, even when no page is open. */
  readonly sendLater?: () => void;
  /** Runs work in one tab at a time; without it every tab runs its own. */
  readonly lock?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Calls back when another tab may have changed outbox or drafts; `load` then returns their new state. */
  readonly onOtherTab?: (listener: () => void) => () => void;
};

/** Part of a chat that is stored with the state of the same `last_event_id`. */
export type StoredWindows = {
  readonly messages: readonly Message[];
  /** Least recently used first. */
  readonly windows: readonly StoredWindow[];
};

export type StoredChat = StoredWindows & {
  readonly outbox: readonly StoredEntry[];
  readonly drafts: ReadonlyMap<string, StoredDraft>;
  readonly changes: readonly StoredChange[];
};

export type StoredWindow = {
  readonly narrow: Narrow;
  /** Ascending. */
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
};

export type StoredEntry = {
  /** Also the `Idempotency-Key`. */
  readonly key: string;
  readonly conversation: Conversation;
  readonly text: string;
  /** Unix milliseconds. */
  readonly created: number;
};

export type StoredDraft = {
  readonly conversation: Conversation;
  readonly text: string;
  /** Unix milliseconds. */
  readonly changed: number;
  /** Id of the server's copy. */
  readonly draftId: number | undefined;
  /** Whether the server's copy has this text. */
  readonly isSynced: boolean;
};

export type ReactionEmoji = {
  readonly name: string;
  readonly code: string;
  readonly type: Message['reactions'][number]['reaction_type'];
};

/** A change that the server may not know yet. It does no harm if the server hears of it twice. */
export type StoredChange = WantedChange & {
  readonly key: string;
  /** Unix milliseconds. */
  readonly created: number;
};

export type WantedChange =
  | {
      readonly kind: 'flag';
      readonly op: 'add' | 'remove';
      readonly flag: 'read' | 'starred' | 'collapsed';
      readonly messages: readonly number[];
    }
  | {
      readonly kind: 'reaction';
      readonly op: 'add' | 'remove';
      readonly messageId: number;
      readonly emoji: ReactionEmoji;
    };
