import type { Client, ServerEvent } from '@parley/client';
import { createCell, type Cell, type WritableCell } from '../cell.ts';
import type { TopicSummary } from '../chat.ts';
import { destinationOf } from '../model/change-message.ts';
import type { Batch } from '../model/store.ts';
import { watchedCell } from '../watched-cell.ts';

const MAX_TOPIC_LISTS = 100;

export type Topics = {
  readonly of: (channelId: number) => Cell<readonly TopicSummary[] | undefined>;
  /** The list as far as it is loaded and up to date. */
  readonly known: (channelId: number) => readonly TopicSummary[] | undefined;
  /** Fetches a list that is not known. */
  readonly load: (channelId: number) => Promise<void>;
  readonly receive: (batch: Batch) => void;
  /** Fetches watched lists that could not be fetched before. */
  readonly retry: () => void;
};

type List = {
  readonly cell: WritableCell<readonly TopicSummary[] | undefined>;
  readonly shown: Cell<readonly TopicSummary[] | undefined>;
  readonly isWatched: () => boolean;
  /** Newest messages that events brought while the list was being fetched. */
  seen: TopicSummary[];
  /** Whether the list must be fetched (again). */
  isStale: boolean;
  isLoading: boolean;
};

/** Topic lists of channels: fetched when they are first shown, kept up to date by events. */
export function createTopics(client: Client): Topics {
  const lists = new Map<number, List>();

  const load = async (channelId: number, list: List): Promise<void> => {
    if (list.isLoading || !list.isStale) return;
    list.isLoading = true;
    list.isStale = false;
    list.seen = [];
    try {
      const { topics } = await client.getStreamTopics({ stream_id: channelId, allow_empty_topic_name: true });
      list.cell.set(
        list.seen.reduce(
          withTopic,
          topics.map(({ name, max_id }) => ({ name, maxId: max_id })),
        ),
      );
    } catch {
      list.isStale = true;
      return;
    } finally {
      list.isLoading = false;
    }
    if (list.isStale && list.isWatched()) await load(channelId, list);
  };
  const create = (channelId: number): List => {
    const cell = createCell<readonly TopicSummary[] | undefined>(undefined);
    const { cell: shown, isWatched } = watchedCell(cell, () => void load(channelId, list));
    const list: List = { cell, shown, isWatched, seen: [], isStale: true, isLoading: false };
    return list;
  };
  const makeStale = (channelId: number): void => {
    const list = lists.get(channelId);
    if (list === undefined) return;
    list.isStale = true;
    if (list.isWatched()) void load(channelId, list);
  };
  const drop = (): void => {
    for (const [id, list] of lists) if (lists.size > MAX_TOPIC_LISTS && !list.isWatched()) lists.delete(id);
  };

  const listOf = (channelId: number): List => {
    const list = lists.get(channelId) ?? create(channelId);
    lists.delete(channelId);
    drop();
    lists.set(channelId, list);
    return list;
  };

  return {
    of: (channelId) => listOf(channelId).shown,
    known: (channelId) => {
      const list = lists.get(channelId);
      return list === undefined || list.isStale || list.isLoading ? undefined : list.cell.get();
    },
    load: (channelId) => load(channelId, listOf(channelId)),
    receive: (batch) => {
      if (batch.kind === 'snapshot') for (const id of lists.keys()) makeStale(id);
      else
        for (const event of batch.events) {
          if (event.type === 'message') addMessage(lists, event.message);
          for (const id of changedChannels(event)) makeStale(id);
        }
    },
    retry: () => {
      for (const [id, list] of lists) if (list.isWatched()) void load(id, list);
    },
  };
}

function addMessage(
  lists: ReadonlyMap<number, List>,
  message: Extract<ServerEvent, { type: 'message' }>['message'],
): void {
  if (message.type !== 'stream') return;
  const list = lists.get(message.stream_id);
  if (list === undefined) return;
  const topic = { name: message.subject, maxId: message.id };
  const known = list.cell.get();
  if (known !== undefined) list.cell.set(withTopic(known, topic));
  if (list.isLoading) list.seen.push(topic);
}

/** Adds a topic or its newer message; the newest stands first. */
function withTopic(topics: readonly TopicSummary[], topic: TopicSummary): readonly TopicSummary[] {
  const key = topic.name.toLowerCase();
  const before = topics.find(({ name }) => name.toLowerCase() === key);
  if (before !== undefined && before.maxId >= topic.maxId) return topics;
  const others = before === undefined ? topics : topics.filter((one) => one !== before);
  const place = others.findIndex(({ maxId }) => maxId < topic.maxId);
  const named = { name: before?.name ?? topic.name, maxId: topic.maxId };
  return place === -1 ? [...others, named] : others.toSpliced(place, 0, named);
}

function changedChannels(event: ServerEvent): readonly number[] {
  if (event.type === 'delete_message') return event.stream_id === undefined ? [] : [event.stream_id];
  if (event.type !== 'update_message' || destinationOf(event) === undefined) return [];
  return [event.stream_id, event.new_stream_id].filter((id) => id !== undefined);
}
