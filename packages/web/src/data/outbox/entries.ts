import { EXPIRES_MS } from '../../../sw/outbox.ts';
import { createCell } from '../cell.ts';
import type { OutboxEntry } from '../chat.ts';
import type { ChatClock } from '../clock.ts';
import type { Persistence, StoredEntry } from '../model/store.ts';

const MAX_LOCAL_KEYS = 500;

export type OutboxItem = OutboxEntry & {
  /** The server has it, but its event has not come. */
  readonly messageId?: number;
  /** Another tab sends it. */
  readonly isForeign?: boolean;
};

/** Renders a text as the server would; undefined until the renderer is loaded. */
export type RenderEntry = (text: string, onReady: (html: string) => void) => string | undefined;

/** Entries of the outbox, and the keys of those that became messages. */
export class OutboxEntries {
  readonly cell = createCell<readonly OutboxItem[]>([]);
  readonly #persistence: Persistence;
  readonly #clock: ChatClock;
  readonly #render: RenderEntry;
  readonly #localKeys = new Map<number, string>();

  constructor(persistence: Persistence, clock: ChatClock, render: RenderEntry) {
    this.#persistence = persistence;
    this.#clock = clock;
    this.#render = render;
  }

  find(key: string): OutboxItem | undefined {
    return this.cell.get().find((item) => item.key === key);
  }

  localKey(messageId: number): string | undefined {
    return this.#localKeys.get(messageId);
  }

  isExpired({ created }: StoredEntry): boolean {
    return this.#clock.now() - created > EXPIRES_MS;
  }

  show(entry: StoredEntry, more: Partial<OutboxItem> = {}): void {
    const { key, conversation, text, created } = entry;
    const html = this.#render(text, (ready) => {
      this.change(key, { html: ready });
    });
    const isExpired = this.isExpired(entry);
    const item: OutboxItem = {
      key,
      conversation,
      text,
      created,
      html,
      status: isExpired ? 'failed' : 'sending',
      error: undefined,
      reason: isExpired ? 'expired' : undefined,
      ...more,
    };
    this.cell.set([...this.cell.get(), item]);
  }

  change(key: string, patch: Partial<OutboxItem>): void {
    this.cell.set(this.cell.get().map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }

  drop(key: string): void {
    this.cell.set(this.cell.get().filter((item) => item.key !== key));
    void this.#persistence.removeEntry(key);
  }

  /** The entry became a message, whose row keeps the key. */
  arrived(key: string, messageId: number): void {
    this.#localKeys.set(messageId, key);
    for (const old of this.#localKeys.keys())
      if (this.#localKeys.size > MAX_LOCAL_KEYS) this.#localKeys.delete(old);
    this.drop(key);
  }

  /** Entries of other tabs that are no longer stored have been sent or discarded there. */
  keepForeign(stored: ReadonlySet<string>): void {
    this.cell.set(this.cell.get().filter(({ key, isForeign }) => isForeign !== true || stored.has(key)));
  }
}
