import { ApiError, type Client } from '@parley/client';
import { createActions } from './actions/actions.ts';
import { createCell } from './cell.ts';
import type { Chat } from './chat.ts';
import { browserClock, type ChatClock } from './clock.ts';
import { createConversationList } from './derived/conversation-list.ts';
import { debugSnapshot } from './debug-snapshot.ts';
import { createDrafts } from './drafts/drafts.ts';
import { fetchMessage } from './windows/fetch-page.ts';
import { conversationOf } from './narrow/judge.ts';
import { liveSource } from './keeper/live-source.ts';
import { memoryPersistence } from './disk/memory-persistence.ts';
import { createModel } from './model/model.ts';
import { createOptimistic } from './model/optimistic.ts';
import { createOutbox } from './outbox/outbox.ts';
import { pendingIn } from './outbox/pending-in.ts';
import { trackPresence } from './derived/presence.ts';
import { createReadMarks } from './actions/read-marks.ts';
import { createRenderFacts } from './render/facts.ts';
import { localRenderer } from './render/local.ts';
import type { Persistence, Source } from './model/store.ts';
import { createTopics } from './derived/topics.ts';
import { createTyping } from './derived/typing.ts';
import { unreadIndexer } from './derived/unread-index.ts';
import { createWindows } from './windows/windows.ts';

export type ChatOptions = {
  /** Without it the chat registers its own queue. */
  readonly source?: Source;
  /** Without it nothing survives a reload. */
  readonly persistence?: Persistence;
  readonly clock?: ChatClock;
};

/** Starts the data layer; resolves with the first state, from the disk or from the server. */
export async function createChat(
  client: Client,
  { clock = browserClock, persistence = memoryPersistence(), ...options }: ChatOptions = {},
): Promise<Chat> {
  const source = options.source ?? liveSource(client, clock);
  const first = await source.first;
  const selfId = first.user_id ?? 0;
  const model = createModel(first);
  const { state } = model;
  const toIndex = unreadIndexer();
  const unread = createCell(toIndex(first));
  const topics = createTopics(client);
  const renderer = localRenderer(state, createRenderFacts(client, topics));
  const outbox = createOutbox({
    client,
    clock,
    state,
    link: source.link,
    queueId: source.queueId,
    persistence,
    render: renderer.render,
    hasMessage: (id) => model.held().messages.has(id),
    fetchMessage: async (id) => {
      const { message, missed } = await fetchMessage(client, model, id);
      model.insert(message, missed);
    },
  });
  const windows = createWindows({
    client,
    model,
    selfId,
    unread,
    link: source.link,
    clock,
    pendingOf: pendingIn(outbox.entries, state),
  });
  const conversations = createConversationList(client, state);
  const typing = createTyping(client, state, clock);
  const presence = trackPresence(client, state, clock);
  const drafts = createDrafts(client, clock, persistence, state);
  const optimistic = createOptimistic(model, clock);
  const marks = createReadMarks({ client, model, clock, optimistic, unread, selfId });

  model.onChange((batch) => {
    unread.set(toIndex(state.get()));
    outbox.receive(batch);
    if (batch !== undefined) {
      topics.receive(batch);
      conversations.receive(batch);
      typing.receive(batch);
      optimistic.receive(batch);
      drafts.receive(batch);
    }
    windows.update();
  });
  outbox.entries.subscribe(windows.update);

  const stored = await persistence.load();
  windows.restore(stored);
  drafts.restore(stored.drafts);
  outbox.restore(stored.outbox);
  const refresh = async (): Promise<void> => {
    const now = await persistence.load();
    outbox.refresh(now.outbox);
    drafts.refresh(now.drafts);
  };
  const endOtherTabs = persistence.onOtherTab?.(() => void refresh().catch(() => undefined));
  const endBatches = source.onBatch(model.receive);
  let wasLive = source.link.get().status === 'live';
  const endLink = source.link.subscribe(() => {
    const isLive = source.link.get().status === 'live';
    if (isLive && !wasLive) for (const part of [windows, topics, conversations, drafts]) part.retry();
    wasLive = isLive;
  });

  return {
    client,
    selfId,
    state,
    link: source.link,
    messages: model.messages,
    unread,
    openWindow: windows.open,
    conversations,
    topicsOf: topics.of,
    outbox,
    drafts,
    actions: createActions({ client, model, clock, optimistic, marks, selfId, sendTyping: typing.send }),
    renderer,
    locate: async (id) => {
      const known = model.messages.get(id);
      if (known !== undefined) return conversationOf(known, state.get());
      try {
        return conversationOf((await fetchMessage(client, model, id)).message, state.get());
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return undefined;
        throw error;
      }
    },
    typing: typing.cell,
    presence: presence.statuses,
    onBatch: source.onBatch,
    setActive: presence.setActive,
    flush: async () => {
      await Promise.all([marks.flush(), drafts.flush()]);
    },
    stored: windows.stored,
    debug: { snapshot: () => debugSnapshot(state.get(), unread.get(), model.held(), outbox.entries.get()) },
    close: async () => {
      endBatches();
      endOtherTabs?.();
      endLink();
      for (const part of [outbox, drafts, typing, presence]) part.stop();
      await source.close();
    },
  };
}
