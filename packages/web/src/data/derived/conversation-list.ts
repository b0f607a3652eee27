import { toMessage, type Client, type Message, type ServerEvent, type State } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import type { ConversationList, ConversationSummary } from '../chat.ts';
import { deletedIds, destinationOf, type EventOf } from '../model/change-message.ts';
import { conversationOf } from '../narrow/judge.ts';
import { narrowKey, type Conversation } from '../narrow/narrow.ts';
import { previewText } from './preview-text.ts';
import type { Batch } from '../model/store.ts';
import { watchedCell } from '../watched-cell.ts';

const PAGE_CONVERSATIONS = 100;
/** Conversations that one request may name. */
const MAX_NAMED = 200;
const MAX_SUMMARIES = 2_000;
const MAX_SENDERS = 3;

export type RunningConversationList = ConversationList & {
  readonly receive: (batch: Batch) => void;
  /** Repeats what could not be fetched. */
  readonly retry: () => void;
};

/** Newest messages of conversations: fetched in pages or by name, kept up to date by events. */
export function createConversationList(client: Client, state: Cell<State>): RunningConversationList {
  const list = new Conversations(client, state);
  const { cell: recent, isWatched } = watchedCell(list.recent, () => {
    list.loadFirst();
  });
  return {
    recent,
    hasMore: list.hasMore,
    loadMore: () => list.loadMore(),
    summaryOf: (conversation) => list.summaries.get(narrowKey(conversation)),
    need: (conversations) => {
      for (const one of conversations) if (!list.summaries.has(narrowKey(one))) list.want(one);
    },
    receive: (batch) => {
      list.receive(batch);
      if (isWatched()) list.loadFirst();
    },
    retry: () => {
      if (isWatched()) list.loadFirst();
      list.askWanted();
    },
  };
}

class Conversations {
  readonly recent = createCell<readonly ConversationSummary[]>([]);
  readonly hasMore = createCell(true);
  summaries = new Map<string, ConversationSummary>();
  readonly #client: Client;
  readonly #state: Cell<State>;
  /** Conversations whose newest message is older have not been loaded. */
  #loadedTo = Infinity;
  /** The first page must be fetched (again). */
  #isStale = true;
  #isLoading = false;
  #isAsking = false;
  /** Conversations to fetch by name. */
  readonly #wanted = new Map<string, Conversation>();
  /** Summaries that events changed during a request, whose response may be older. */
  readonly #touched = new Map<string, ConversationSummary>();

  constructor(client: Client, state: Cell<State>) {
    this.#client = client;
    this.#state = state;
  }

  loadFirst(): void {
    if (this.#isStale) void this.#load(undefined);
  }

  async loadMore(): Promise<void> {
    if (this.hasMore.get()) await this.#load(this.#isStale ? undefined : this.#loadedTo);
  }

  want(conversation: Conversation): void {
    this.#wanted.set(narrowKey(conversation), conversation);
    queueMicrotask(() => {
      this.askWanted();
    });
  }

  askWanted(): void {
    if (!this.#isAsking && this.#wanted.size > 0) void this.#ask();
  }

  receive(batch: Batch): void {
    if (batch.kind === 'snapshot') {
      this.#isStale = true;
      for (const { conversation } of newestOf(this.summaries, MAX_NAMED).values()) this.want(conversation);
      return;
    }
    if (batch.events.some(changesSubscriptions)) this.#isStale = true;
    const messages = batch.events.filter((event) => event.type === 'message');
    for (const [key, summary] of summariesAfter(messages, this.summaries, this.#state.get())) {
      this.summaries.set(key, summary);
      if (this.#isLoading || this.#isAsking) this.#touched.set(key, summary);
    }
    for (const event of batch.events)
      for (const conversation of unsettled(event, this.summaries)) this.want(conversation);
    if (messages.length > 0) this.#publish();
  }

  async #load(before: number | undefined): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const page = await this.#client.getConversations({
        limit: PAGE_CONVERSATIONS,
        allow_empty_topic_name: true,
        ...(before === undefined ? {} : { before }),
      });
      if (before === undefined) {
        this.summaries = new Map();
        this.#isStale = false;
      }
      const got = page.conversations.map(summaryOf);
      this.#loadedTo = page.found_oldest ? -1 : Math.min(...got.map(({ maxId }) => maxId));
      this.#merge(got);
      this.hasMore.set(!page.found_oldest);
    } catch {
      // `retry` loads again.
    } finally {
      this.#isLoading = false;
      this.#forgetTouched();
    }
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    const asked = [...this.#wanted].slice(0, MAX_NAMED);
    for (const [key] of asked) this.#wanted.delete(key);
    try {
      const { conversations } = await this.#client.getConversations({
        conversations: asked.map(([, conversation]) => nameOf(conversation)),
        limit: MAX_NAMED,
        allow_empty_topic_name: true,
      });
      for (const [key] of asked) this.summaries.delete(key);
      this.#merge(conversations.map(summaryOf));
    } catch {
      // `retry` asks again.
      for (const [key, conversation] of asked) this.#wanted.set(key, conversation);
      return;
    } finally {
      this.#isAsking = false;
      this.#forgetTouched();
    }
    this.askWanted();
  }

  #merge(fetched: readonly ConversationSummary[]): void {
    for (const one of fetched) this.summaries.set(narrowKey(one.conversation), one);
    for (const [key, one] of this.#touched)
      if (one.maxId > (this.summaries.get(key)?.maxId ?? -1)) this.summaries.set(key, one);
    if (this.summaries.size > MAX_SUMMARIES) this.summaries = newestOf(this.summaries, MAX_SUMMARIES);
    this.#publish();
  }

  #forgetTouched(): void {
    if (!this.#isLoading && !this.#isAsking) this.#touched.clear();
  }

  #publish(): void {
    const shown = [...this.summaries.values()].filter(({ maxId }) => maxId >= this.#loadedTo);
    this.recent.set(shown.toSorted((a, b) => b.maxId - a.maxId));
  }
}

type Wire = Awaited<ReturnType<Client['getConversations']>>['conversations'][number];

function summaryOf(wire: Wire): ConversationSummary {
  return {
    conversation:
      wire.type === 'stream'
        ? { kind: 'topic', channelId: wire.stream_id, topic: wire.topic }
        : { kind: 'direct', userIds: wire.user_ids },
    maxId: wire.max_id,
    timestamp: wire.timestamp,
    senderId: wire.sender_id,
    text: wire.preview,
    senderIds: wire.sender_ids,
  };
}

function nameOf(conversation: Conversation) {
  return conversation.kind === 'topic'
    ? { stream_id: conversation.channelId, topic: conversation.topic }
    : { user_ids: [...conversation.userIds] };
}

/** Summaries that new messages change. The text of a message is read only if no newer one follows. */
function summariesAfter(
  events: readonly EventOf<'message'>[],
  summaries: ReadonlyMap<string, ConversationSummary>,
  state: State,
): ReadonlyMap<string, ConversationSummary> {
  const changed = new Map<string, ConversationSummary>();
  const newest = new Map<string, Message>();
  for (const event of events) {
    const message = toMessage(event.message, event.flags);
    const conversation = conversationOf(message, state);
    const key = narrowKey(conversation);
    const before = changed.get(key) ?? summaries.get(key);
    if (before !== undefined && before.maxId >= message.id) continue;
    newest.set(key, message);
    changed.set(key, following(message, before, conversation));
  }
  for (const [key, { content }] of newest) {
    const summary = changed.get(key);
    if (summary !== undefined) changed.set(key, { ...summary, text: previewText(content) });
  }
  return changed;
}

function following(
  message: Message,
  before: ConversationSummary | undefined,
  conversation: Conversation,
): ConversationSummary {
  const others = before?.senderIds.filter((id) => id !== message.sender_id) ?? [];
  return {
    conversation: before?.conversation ?? conversation,
    maxId: message.id,
    timestamp: message.timestamp,
    senderId: message.sender_id,
    text: '',
    senderIds: [message.sender_id, ...others].slice(0, MAX_SENDERS),
  };
}

/** Known conversations whose newest message an event changed or took away. */
function unsettled(
  event: ServerEvent,
  summaries: ReadonlyMap<string, ConversationSummary>,
): readonly Conversation[] {
  const ids =
    event.type === 'delete_message'
      ? deletedIds(event)
      : event.type === 'update_message'
        ? event.message_ids
        : [];
  if (ids.length === 0) return [];
  const gone = new Set(ids);
  const changed = [...summaries.values()]
    .filter(({ maxId }) => gone.has(maxId))
    .map((one) => one.conversation);
  const to = event.type === 'update_message' ? destinationOf(event) : undefined;
  return to === undefined ? changed : [...changed, { kind: 'topic', ...to }];
}

function changesSubscriptions(event: ServerEvent): boolean {
  return event.type === 'subscription' && (event.op === 'add' || event.op === 'remove');
}

function newestOf(
  summaries: ReadonlyMap<string, ConversationSummary>,
  count: number,
): Map<string, ConversationSummary> {
  const newest = [...summaries].toSorted(([, a], [, b]) => b.maxId - a.maxId);
  return new Map(newest.slice(0, count));
}
