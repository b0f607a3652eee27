import type { Client, State } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import type { Drafts, LocalDraft } from '../chat.ts';
import type { ChatClock } from '../clock.ts';
import { adoptedDraft, draftInput, isNewerDraft, newestDrafts } from './wire.ts';
import { narrowKey, type Conversation } from '../narrow/narrow.ts';
import type { Batch, Persistence, StoredDraft } from '../model/store.ts';

/** Pause in typing after which a draft is stored on the disk, and after which on the server. */
const STORE_AFTER_MS = 400;
const SYNC_AFTER_MS = 3_000;

type StoredDrafts = ReadonlyMap<string, StoredDraft>;

export type RunningDrafts = Drafts & {
  /** Takes over the server's drafts where they are newer. */
  readonly receive: (batch: Batch) => void;
  readonly restore: (drafts: StoredDrafts) => void;
  /** Takes over drafts of other tabs, after a change of the storage. */
  readonly refresh: (drafts: StoredDrafts) => void;
  /** Sends drafts that could not be sent before. */
  readonly retry: () => void;
  readonly stop: () => void;
};

/** A draft per conversation: on the screen at once, on the disk and the server after a pause. */
export function createDrafts(
  client: Client,
  clock: ChatClock,
  persistence: Persistence,
  state: Cell<State>,
): RunningDrafts {
  const table = new DraftTable(client, clock, persistence, state);
  return {
    all: table.shown,
    set: (conversation, text) => {
      table.write(conversation, text);
    },
    flush: () => table.flush(),
    receive: (batch) => {
      table.receive(batch);
    },
    restore: (drafts) => {
      table.publish(new Map([...drafts, ...table.all]));
      table.adoptNewer(state.get());
      table.syncAll();
    },
    refresh: (drafts) => {
      table.publish(withOtherTab(table.all, drafts));
    },
    retry: () => {
      table.syncAll();
    },
    stop: () => {
      table.cancelTimers();
    },
  };
}

class DraftTable {
  all: StoredDrafts = new Map();
  readonly shown = createCell<ReadonlyMap<string, LocalDraft>>(new Map());
  readonly #client: Client;
  readonly #clock: ChatClock;
  readonly #persistence: Persistence;
  readonly #state: Cell<State>;
  /** Drafts of the server that this client has deleted. */
  readonly #removed = new Set<number>();
  /** Drafts that the state has contained: only their absence means that they were deleted elsewhere. */
  readonly #confirmed = new Set<number>();
  readonly #timers = new Map<string, () => void>();
  readonly #syncing = new Set<string>();
  #seen: State['drafts'];

  constructor(client: Client, clock: ChatClock, persistence: Persistence, state: Cell<State>) {
    this.#client = client;
    this.#clock = clock;
    this.#persistence = persistence;
    this.#state = state;
  }

  publish(next: StoredDrafts): void {
    this.all = next;
    this.shown.set(new Map([...next].filter(([, { text }]) => text !== '')));
  }

  write(conversation: Conversation, text: string): void {
    const key = narrowKey(conversation);
    const before = this.all.get(key);
    if (before?.text === text || (before === undefined && text === '')) return;
    const changed = this.#clock.now();
    this.#put(key, { conversation, text, changed, draftId: before?.draftId, isSynced: false });
    this.#schedule(`store ${key}`, STORE_AFTER_MS, () => void this.#store(key));
    this.#schedule(`sync ${key}`, SYNC_AFTER_MS, () => void this.#sync(key));
  }

  async flush(): Promise<void> {
    this.cancelTimers();
    const unsynced = [...this.all].filter(([, { isSynced }]) => !isSynced).map(([key]) => key);
    await Promise.all(unsynced.map((key) => this.#store(key)));
    this.syncAll();
  }

  syncAll(): void {
    for (const key of this.all.keys()) void this.#sync(key);
  }

  receive(batch: Batch): void {
    if (batch.kind === 'snapshot') {
      const ids = new Set(batch.state.drafts?.map(({ id }) => id));
      for (const id of this.#confirmed) if (!ids.has(id)) this.#forget(id);
    } else
      for (const event of batch.events)
        if (event.type === 'drafts' && event.op === 'remove') this.#forget(event.draft_id);
    this.adoptNewer(batch.state);
  }

  adoptNewer(state: State): void {
    if (state.drafts === this.#seen || state.drafts === undefined) return;
    this.#seen = state.drafts;
    for (const { id } of state.drafts) this.#confirmed.add(id);
    const left = state.drafts.filter(({ id }) => !this.#removed.has(id));
    for (const [key, { draft, conversation }] of newestDrafts(left, state.user_id)) {
      const own = this.all.get(key);
      if (this.#syncing.has(key) || (own !== undefined && !isNewerDraft(draft, own))) continue;
      this.#put(key, adoptedDraft(draft, conversation));
      void this.#store(key);
    }
  }

  cancelTimers(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #put(key: string, draft: StoredDraft): void {
    this.publish(new Map(this.all).set(key, draft));
  }

  #remove(key: string): void {
    const next = new Map(this.all);
    next.delete(key);
    this.publish(next);
    void this.#persistence.removeDraft(key);
  }

  /** A text that was changed here since stays, and gets a new draft. */
  #forget(draftId: number): void {
    this.#confirmed.delete(draftId);
    this.#removed.delete(draftId);
    for (const [key, draft] of this.all) {
      if (draft.draftId !== draftId) continue;
      if (draft.isSynced) this.#remove(key);
      else this.#put(key, { ...draft, draftId: undefined });
    }
  }

  #store(key: string): Promise<void> {
    const draft = this.all.get(key);
    if (draft === undefined) return Promise.resolve();
    return this.#persistence.putDraft(key, draft).catch(() => undefined);
  }

  #schedule(name: string, milliseconds: number, work: () => void): void {
    this.#timers.get(name)?.();
    const cancel = this.#clock.after(milliseconds, () => {
      this.#timers.delete(name);
      work();
    });
    this.#timers.set(name, cancel);
  }

  async #sync(key: string): Promise<void> {
    const isWanted = this.#state.get().user_settings?.enable_drafts_synchronization !== false;
    if (this.#syncing.has(key) || !isWanted) return;
    this.#syncing.add(key);
    try {
      for (let draft = this.all.get(key); draft?.isSynced === false; draft = this.all.get(key))
        await (draft.text === '' ? this.#deleteDraft(key, draft) : this.#sendDraft(key, draft));
    } catch {
      // The link calls `retry` when the server can be reached again.
    } finally {
      this.#syncing.delete(key);
    }
  }

  async #deleteDraft(key: string, draft: StoredDraft): Promise<void> {
    if (draft.draftId !== undefined) {
      this.#removed.add(draft.draftId);
      await this.#client.deleteDraft({ draft_id: draft.draftId }).catch(ignoreMissing);
    }
    const now = this.all.get(key);
    if (now === draft) this.#remove(key);
    else if (now !== undefined) this.#put(key, { ...now, draftId: undefined });
  }

  async #sendDraft(key: string, draft: StoredDraft): Promise<void> {
    const { drafts, user_id } = this.#state.get();
    const input = draftInput(draft, user_id ?? 0);
    let { draftId } = draft;
    if (draftId !== undefined && drafts?.some(({ id }) => id === draftId) === true)
      await this.#client.editDraft({ draft_id: draftId, draft: input });
    else draftId = (await this.#client.createDrafts({ drafts: [input] })).ids[0];
    const now = this.all.get(key);
    if (now === undefined) return;
    this.#put(key, { ...now, draftId, isSynced: now.text === draft.text });
    await this.#store(key);
  }
}

/** Drafts of this tab with newer ones of another, without those that were sent there. */
function withOtherTab(own: StoredDrafts, stored: StoredDrafts): StoredDrafts {
  const next = new Map(own);
  for (const [key, draft] of stored) if (draft.changed > (next.get(key)?.changed ?? 0)) next.set(key, draft);
  for (const [key, { isSynced }] of next) if (isSynced && !stored.has(key)) next.delete(key);
  return next;
}

function ignoreMissing(error: unknown): void {
  const { status } = error as { readonly status?: unknown };
  if (status !== 404) throw error;
}
