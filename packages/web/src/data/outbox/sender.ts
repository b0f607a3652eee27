import { ApiError, type Client, type State } from '@parley/client';
import { isTransient } from '@parley/client/backoff.ts';
import type { Cell } from '../cell.ts';
import type { ChatClock } from '../clock.ts';
import type { Link } from '../link.ts';
import { narrowKey, type Conversation } from '../narrow/narrow.ts';
import type { OutboxEntries, OutboxItem } from './entries.ts';
import { nextChance } from './next-chance.ts';
import { destinationArguments } from './send-arguments.ts';
import type { Persistence } from '../model/store.ts';

/** A server that says nothing for so long is asked again. */
const ANSWER_MS = 15_000;
/** A message whose event does not come within this time is fetched. */
const ARRIVAL_MS = 10_000;

export type SenderWorld = {
  readonly client: Client;
  readonly clock: ChatClock;
  readonly state: Cell<State>;
  readonly link: Cell<Link>;
  readonly queueId: () => string | undefined;
  readonly persistence: Persistence;
  readonly hasMessage: (id: number) => boolean;
  /** Puts a message that came without an event into the windows. */
  readonly fetchMessage: (id: number) => Promise<void>;
};

/** Sends entries one after another per conversation, each with its key until the server has answered. */
export class OutboxSender {
  readonly #world: SenderWorld;
  readonly #entries: OutboxEntries;
  /** Conversations whose entries are being sent. */
  readonly #busy = new Set<string>();
  readonly #ending = new AbortController();

  constructor(world: SenderWorld, entries: OutboxEntries) {
    this.#world = world;
    this.#entries = entries;
  }

  async work(conversation: Conversation): Promise<void> {
    const key = narrowKey(conversation);
    if (this.#busy.has(key)) return;
    this.#busy.add(key);
    try {
      for (let next = this.#nextIn(key); next !== undefined; next = this.#nextIn(key)) await this.#send(next);
    } finally {
      this.#busy.delete(key);
    }
  }

  stop(): void {
    this.#ending.abort();
  }

  get isStopped(): boolean {
    return this.#ending.signal.aborted;
  }

  #nextIn(conversationKey: string): OutboxItem | undefined {
    if (this.isStopped) return undefined;
    const { cell } = this.#entries;
    return cell.get().find((item) => isWaiting(item) && narrowKey(item.conversation) === conversationKey);
  }

  async #send(item: OutboxItem): Promise<void> {
    for (let failures = 1; this.#isStillThere(item.key); failures += 1) {
      try {
        this.#entries.change(item.key, { status: 'sending' });
        await this.#attempt(item);
        return;
      } catch (error) {
        if (this.isStopped) return;
        if (error instanceof ApiError && !isTransient(error)) {
          this.#entries.change(item.key, { status: 'failed', error: error.message, reason: 'refused' });
          return;
        }
        this.#entries.change(item.key, { status: 'waiting', isUncertain: false });
        this.#world.persistence.sendLater?.();
        await nextChance(this.#world, failures, error, this.#ending.signal);
        if (this.#entries.isExpired(item))
          this.#entries.change(item.key, { status: 'failed', reason: 'expired' });
      }
    }
  }

  #isStillThere(key: string): boolean {
    const item = this.#entries.find(key);
    return !this.isStopped && item !== undefined && isWaiting(item);
  }

  async #attempt({ key, conversation, text }: OutboxItem): Promise<void> {
    const { client, state, persistence, hasMessage } = this.#world;
    const queueId = this.#world.queueId();
    const { id } = await client.sendMessage(
      {
        ...destinationArguments(conversation, state.get().user_id ?? 0),
        content: text,
        read_by_sender: true,
        ...(queueId === undefined ? {} : { queue_id: queueId, local_id: key }),
      },
      { key, patienceMilliseconds: 0, answerMilliseconds: ANSWER_MS, signal: this.#ending.signal },
    );
    // It would be sent again at once, because only an id says that it has arrived.
    if (!Number.isSafeInteger(id)) throw new Error('The response to a send has no id.');
    if (this.#entries.find(key) === undefined) return;
    void persistence.removeEntry(key);
    this.#entries.change(key, { messageId: id });
    if (hasMessage(id)) this.#entries.arrived(key, id);
    else this.#fetchLater(key, id);
  }

  /** The sender of a message to a channel that it is not in gets no event. */
  #fetchLater(key: string, id: number): void {
    const { clock, fetchMessage } = this.#world;
    const fetchNow = async (): Promise<void> => {
      if (this.isStopped || this.#entries.find(key) === undefined) return;
      try {
        await fetchMessage(id);
        this.#entries.arrived(key, id);
      } catch {
        this.#fetchLater(key, id);
      }
    };
    clock.after(ARRIVAL_MS, () => void fetchNow());
  }
}

function isWaiting({ status, messageId, isForeign }: OutboxItem): boolean {
  return status !== 'failed' && messageId === undefined && isForeign !== true;
}
