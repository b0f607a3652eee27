import { ApiError, type Client } from '@parley/client';
import { createActions } from './actions/actions.ts';
import { buildParts, type ChatParts, type ChatWorld } from './chat-parts.ts';
import type { Chat } from './chat.ts';
import { browserClock, type ChatClock } from './clock.ts';
import { connectParts } from './connect-parts.ts';
import { memoryPersistence } from './disk/memory-persistence.ts';
import { liveSource } from './keeper/live-source.ts';
import type { Model } from './model/model.ts';
import type { Persistence, Source } from './model/store.ts';
import { conversationOf } from './narrow/judge.ts';
import { fetchMessage } from './windows/fetch-page.ts';
import { fetchNeighbors } from './windows/neighbors.ts';

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
  const world: ChatWorld = {
    client,
    clock,
    persistence,
    source: options.source ?? liveSource(client, clock),
  };
  const parts = buildParts(world, await world.source.first);
  const close = await connectParts(parts, world);
  return { ...chatOver(world, parts), close };
}

function chatOver({ client, clock, source }: ChatWorld, parts: ChatParts): Omit<Chat, 'close'> {
  const { selfId, model, unread, windows, outbox, drafts, typing, presence, optimistic, changes, marks } =
    parts;
  const { state } = model;
  return {
    client,
    selfId,
    state,
    link: source.link,
    messages: model.messages,
    unread,
    openWindow: windows.open,
    conversations: parts.conversations,
    topicsOf: parts.topics.of,
    outbox,
    drafts,
    actions: createActions({
      client,
      model,
      clock,
      optimistic,
      changes,
      marks,
      selfId,
      sendTyping: typing.send,
    }),
    renderer: parts.renderer,
    locate: (id) => locate(client, model, id),
    neighborsOf: (id) => fetchNeighbors(client, model, selfId, id),
    typing: typing.cell,
    presence: presence.statuses,
    onBatch: source.onBatch,
    setActive: presence.setActive,
    flush: async (options) => {
      await Promise.all([marks.flush(options), drafts.flush()]);
    },
    stored: windows.stored,
  };
}

async function locate(client: Client, model: Model, id: number): ReturnType<Chat['locate']> {
  const state = model.state.get();
  const known = model.messages.get(id);
  if (known !== undefined) return conversationOf(known, state);
  try {
    return conversationOf((await fetchMessage(client, model, id)).message, model.state.get());
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}
