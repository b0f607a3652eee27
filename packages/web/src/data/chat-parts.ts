import type { Client, State } from '@parley/client';
import { createReadMarks } from './actions/read-marks.ts';
import { createCell } from './cell.ts';
import type { ChatClock } from './clock.ts';
import { createConversationList } from './derived/conversation-list.ts';
import { trackPresence } from './derived/presence.ts';
import { createTopics } from './derived/topics.ts';
import { createTyping } from './derived/typing.ts';
import { unreadIndexer } from './derived/unread-index.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createModel } from './model/model.ts';
import { createOptimistic } from './model/optimistic.ts';
import type { Persistence, Source } from './model/store.ts';
import { createChanges } from './outbox/changes.ts';
import { createOutbox } from './outbox/outbox.ts';
import { pendingIn } from './outbox/pending-in.ts';
import { createRenderFacts } from './render/facts.ts';
import { localRenderer } from './render/local.ts';
import { fetchMessage } from './windows/fetch-page.ts';
import { createWindows } from './windows/windows.ts';

/** The services from which the parts of a chat are built. */
export type ChatWorld = {
  readonly client: Client;
  readonly clock: ChatClock;
  readonly source: Source;
  readonly persistence: Persistence;
};

export type ChatParts = ReturnType<typeof buildParts>;

/** Builds the parts of a chat in the order of their dependencies; nothing follows events yet. */
export function buildParts({ client, clock, source, persistence }: ChatWorld, first: State) {
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
  const pendingOf = pendingIn(outbox.entries, state);
  const windows = createWindows({ client, model, selfId, unread, link: source.link, clock, pendingOf });
  const optimistic = createOptimistic(model, clock);
  const { link } = source;
  const changes = createChanges({ client, clock, model, optimistic, link, persistence, selfId });
  return {
    selfId,
    model,
    unread,
    updateUnread: () => unread.set(toIndex(state.get())),
    topics,
    renderer,
    outbox,
    windows,
    conversations: createConversationList(client, state),
    typing: createTyping(client, state, clock),
    presence: trackPresence(client, state, clock),
    drafts: createDrafts(client, clock, persistence, state),
    optimistic,
    changes,
    marks: createReadMarks({ client, model, clock, optimistic, changes, unread, selfId }),
  };
}
