import type { Bus } from '../../engine/bus/bus.ts';
import { every, type Clock, type Random } from '../../engine/clock.ts';
import { setBounded } from '../../engine/db/keep-recent.ts';
import type { Pool } from '../../engine/db/pool.ts';
import type { Write } from '../../engine/db/tx.ts';
import { createSchedule, type Schedule } from '../../engine/turns/schedule.ts';
import type { Share } from '../../engine/turns/share.ts';
import { findDueOrganizations, findDueRecipients, progressOf, type ReaderLists } from './find-due.ts';
import type { ReaderKey } from './kinds.ts';
import { runOrganizationReader } from './organization-turn.ts';
import { runRecipientReader } from './recipient-turn.ts';

export type ReaderRunnerParts = ReaderLists & {
  readonly pool: Pool;
  readonly write: Write;
  readonly onWakeUp: Bus['onWakeUp'];
  readonly clock: Clock;
  readonly random: Random;
  /** A search or a turn failed for a reason outside of the reader, and will be repeated. */
  readonly warn: (error: unknown) => void;
  /** A reader could not process its next entry. */
  readonly onFailure: (key: ReaderKey, error: unknown) => void;
};

/** Interval of searching for work; wake-ups make it earlier. */
export const SEARCH_MS = 1_000;
/**
 * Searches without a look at the organizations, after looks that found nothing: 1, 3, then 7. A look costs by the number
 * of organizations and finds only what no wake-up told.
 */
const MAX_SKIPPED_LOOKS = 7;
/** Looks that only compare the progress of all readers with that of the last one. */
const MAX_SHORT_LOOKS = 7;
/** Entries that are committed within this time are read as one batch. */
const WAKE_UP_DELAY_MS = 20;
/**
 * The reader of an organization rests after a turn, many times as long as it took. Turns cost the same for one entry and
 * for many, so a busy server reads many at once.
 */
const REST_PER_TURN = 10;
const MAX_REST_MS = 500;
/** The shortest rest after a turn that was not urgent: an e-mail waits for minutes anyway. */
const CALM_REST_MS = 250;
/** Organizations whose readers this node has run, so that a wake-up of any other one costs no query. */
const MAX_KNOWN_REALMS = 10_000;

/** Turns of organizations' readers, which hold a database connection. */
const ORGANIZATION_TURNS = {
  running: { total: 4, perRealm: 2, perUser: 2 },
  waiting: { total: 10_000, perRealm: 100, perUser: 100 },
} as const;

/** Turns of recipients' readers, which mostly wait for the recipient: hanging ones must leave room for others. */
const RECIPIENT_TURNS = {
  running: { total: 256, perRealm: 128, perUser: 1 },
  waiting: { total: 10_000, perRealm: 1_000, perUser: 1_000 },
} as const;

/** Whether the reader has more to do, and whether entries that follow should be read soon. */
type TurnOutcome = { readonly hasMore: boolean; readonly isUrgent: boolean };

const NOTHING_DONE: TurnOutcome = { hasMore: false, isUrgent: false };

function nameOf({ realmId, kind, id }: ReaderKey): string {
  return `${realmId}/${kind}/${id}`;
}

type Task = Share & { readonly key: ReaderKey; readonly name: string };

/** Runs the readers that have work. Any number of nodes may do so at the same time. */
export class ReaderRunner {
  readonly #parts: ReaderRunnerParts;
  readonly #organizationTurns: Schedule<Task> = createSchedule(ORGANIZATION_TURNS);
  readonly #recipientTurns: Schedule<Task> = createSchedule(RECIPIENT_TURNS);
  /** Tasks that wait or run, by name. */
  readonly #tasks = new Map<string, Task>();
  /** Names of tasks that run and must run once more, because work came meanwhile. */
  readonly #repeated = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  /** Kinds of organizations' readers that have run here. */
  readonly #known = new Map<number, Set<string>>();
  /** When an organization's reader that has just run may run again, by name, on the monotonic clock. */
  readonly #restUntil = new Map<string, number>();
  /** Organizations' readers that will run after a delay, by name. */
  readonly #delayed = new Map<string, () => void>();
  /** Looks at the organizations that were left out since the last one found nothing, and those still to leave out. */
  #skippedLooks = 0;
  #looksToSkip = 0;
  /** The progress of the readers when a look found nothing, and the short looks since then. */
  #restsAt: string | undefined;
  #shortLooks = 0;
  readonly #stopping = new AbortController();
  readonly #stopSearch: () => void;

  constructor(parts: ReaderRunnerParts) {
    this.#parts = {
      ...parts,
      onFailure: (key, error) => {
        this.#lookSoon();
        parts.onFailure(key, error);
      },
    };
    this.#stopSearch = every(parts.clock, SEARCH_MS, () => this.#search(), parts.warn, 0);
    parts.onWakeUp((realmId) => {
      this.#wakeUp(realmId);
    });
  }

  /** Starts no further turns, aborts deliveries and waits for the turns that run. */
  async stop(): Promise<void> {
    this.#stopSearch();
    this.#stopping.abort();
    for (const cancel of this.#delayed.values()) cancel();
    await Promise.all(this.#running);
  }

  async #search(): Promise<void> {
    const { pool, recipients } = this.#parts;
    for (const key of await findDueRecipients(pool, recipients)) this.#request(key);
    if (this.#looksToSkip > 0) {
      this.#looksToSkip -= 1;
      return;
    }
    const due = await this.#look();
    this.#skippedLooks = due.length > 0 ? 0 : Math.min(MAX_SKIPPED_LOOKS, 2 * this.#skippedLooks + 1);
    this.#looksToSkip = this.#skippedLooks;
    for (const key of due) this.#requestAfter(0, key);
  }

  async #look(): Promise<ReaderKey[]> {
    const { pool, organizations } = this.#parts;
    const progress = await progressOf(pool);
    const isAtRest = progress !== undefined && progress === this.#restsAt;
    this.#shortLooks = isAtRest ? (this.#shortLooks + 1) % (MAX_SHORT_LOOKS + 1) : 0;
    if (isAtRest && this.#shortLooks > 0) return [];
    const due = await findDueOrganizations(pool, organizations);
    this.#restsAt = due.length > 0 ? undefined : progress;
    return due;
  }

  /** The next search looks at the organizations. */
  #lookSoon(): void {
    this.#skippedLooks = 0;
    this.#looksToSkip = 0;
    this.#restsAt = undefined;
  }

  #wakeUp(realmId: number): void {
    const kinds = this.#known.get(realmId) ?? new Set();
    // A kind that is not known may have been created just now.
    if (kinds.size < this.#parts.organizations.length) this.#lookSoon();
    for (const kind of kinds) this.#requestAfter(WAKE_UP_DELAY_MS, { realmId, kind, id: 0 });
  }

  /** Queues a turn of an organization's reader after a delay, and not before it has rested. */
  #requestAfter(milliseconds: number, key: ReaderKey): void {
    const name = nameOf(key);
    if (this.#stopping.signal.aborted || this.#delayed.has(name)) return;
    const rest = (this.#restUntil.get(name) ?? 0) - this.#parts.clock.monotonic();
    const delay = Math.max(milliseconds, rest);
    if (delay <= 0) {
      this.#request(key);
      return;
    }
    const cancel = this.#parts.clock.after(delay, () => {
      this.#delayed.delete(name);
      this.#request(key);
    });
    this.#delayed.set(name, cancel);
  }

  /** Queues a turn of a reader. A reader that finds no place is found again by a later search. */
  #request(key: ReaderKey): void {
    const name = nameOf(key);
    if (this.#tasks.has(name)) {
      this.#repeated.add(name);
      return;
    }
    const turns = this.#turnsOf(key);
    const task = { realmId: key.realmId, userId: key.id, key, name };
    if (this.#stopping.signal.aborted || turns.add(task) !== undefined) return;
    this.#tasks.set(name, task);
    this.#startNext(turns);
  }

  #turnsOf({ id }: ReaderKey): Schedule<Task> {
    return id === 0 ? this.#organizationTurns : this.#recipientTurns;
  }

  #startNext(turns: Schedule<Task>): void {
    while (!this.#stopping.signal.aborted) {
      const task = turns.start(this.#parts.clock.monotonic());
      if (task === undefined) return;
      const turn = this.#run(task).finally(() => this.#running.delete(turn));
      this.#running.add(turn);
    }
  }

  async #run(task: Task): Promise<void> {
    const { key, name } = task;
    this.#repeated.delete(name);
    const started = this.#parts.clock.monotonic();
    let outcome = NOTHING_DONE;
    try {
      outcome = await this.#turn(key);
    } catch (error) {
      this.#lookSoon();
      this.#parts.warn(error);
    }
    const turns = this.#turnsOf(key);
    const ended = this.#parts.clock.monotonic();
    turns.finish(task, ended);
    this.#tasks.delete(name);
    const isRepeated = this.#repeated.delete(name);
    if (key.id === 0) this.#rest(name, outcome, { started, ended });
    if (outcome.hasMore || (isRepeated && key.id !== 0)) this.#request(key);
    else if (isRepeated) this.#requestAfter(WAKE_UP_DELAY_MS, key);
    this.#startNext(turns);
  }

  async #turn(key: ReaderKey): Promise<TurnOutcome> {
    const { organizations, recipients } = this.#parts;
    if (key.id === 0) {
      const reader = organizations.find(({ kind }) => kind === key.kind);
      if (reader === undefined) return NOTHING_DONE;
      const { raised, ...outcome } = await runOrganizationReader(this.#parts, reader, key.realmId);
      this.#remember(key);
      for (const recipient of raised) this.#request(recipient);
      return outcome;
    }
    const reader = recipients.find(({ kind }) => kind === key.kind);
    if (reader === undefined) return NOTHING_DONE;
    const hasMore = await runRecipientReader(this.#parts, reader, key, this.#stopping.signal);
    return { hasMore, isUrgent: true };
  }

  #rest(
    name: string,
    { isUrgent }: TurnOutcome,
    { started, ended }: { started: number; ended: number },
  ): void {
    const least = isUrgent ? 0 : CALM_REST_MS;
    const rest = Math.min(MAX_REST_MS, Math.max(least, REST_PER_TURN * (ended - started)));
    setBounded(this.#restUntil, name, ended + rest, MAX_KNOWN_REALMS);
  }

  #remember({ realmId, kind }: ReaderKey): void {
    const kinds = this.#known.get(realmId) ?? new Set();
    kinds.add(kind);
    setBounded(this.#known, realmId, kinds, MAX_KNOWN_REALMS);
  }
}
