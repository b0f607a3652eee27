import type { Client, Message } from '@parley/client';
import type { WireEvent } from '@parley/contract/events.ts';
import { startKeeper, type Keeper } from '@parley/web/data/keeper/keeper.ts';
import { createModel, type Model } from '@parley/web/data/model/model.ts';
import { narrowKey } from '@parley/web/data/narrow/narrow.ts';
import { asStale, spanOf } from '@parley/web/data/windows/span.ts';
import type { Batch, StoredWindows } from '@parley/web/data/model/store.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import type { BrowserTab } from './browser.ts';
import type { LogServer } from './log-server.ts';
import type { Checkpoint } from './record.ts';

/** A page of the web client: keeper, state, messages and windows. */
export type Reader = {
  readonly tab: BrowserTab;
  readonly keeper: Keeper;
  readonly model: Model;
  /** Started from the disk. */
  readonly isResumed: boolean;
  /** Ids of events in the order in which they were applied since the last snapshot. */
  readonly applied: () => readonly number[];
};

const BACKOFF = { baseMilliseconds: 500, capMilliseconds: 4_000 };

/** Starts a page. A page that registers at a checkpoint opens its windows. */
export async function openReader(
  tab: BrowserTab,
  server: LogServer,
  userId: number,
  random: Seeded,
  checkpoints: readonly Checkpoint[],
): Promise<Reader> {
  const connection = server.connectionOf(tab.silent);
  const client = {
    connection,
    waiting: { random: () => random.next(), backoff: BACKOFF },
  } as unknown as Client;
  const keeper = await startKeeper({ client, userId, environment: tab.environment });
  const first = await keeper.source.first;
  const model = createModel(first);
  const stored = await keeper.persistence.load();
  restore(model, stored);
  const start = server.startOf(first.queue_id, tab.silent);
  const standing = checkpoints.find(({ index }) => index === start);
  if (standing !== undefined) openWindows(model, standing);
  let applied: number[] = [];
  const take = (batch: Batch): void => {
    applied = batch.kind === 'snapshot' ? [] : [...applied, ...idsOf(batch.events)];
    model.receive(batch);
  };
  keeper.source.onBatch(take);
  keeper.keep(() => storedWindows(model));
  return { tab, keeper, model, isResumed: stored.messages.length > 0, applied: () => applied };
}

function idsOf(events: readonly WireEvent[]): readonly number[] {
  return events.map(({ id }) => id);
}

function openWindows(model: Model, { windows }: Checkpoint): void {
  for (const { narrow, messages } of windows) {
    const ids = messages.map(({ id }) => id);
    const span = spanOf(narrow, { ids, foundOldest: true, foundNewest: true });
    model.merge(messages, { key: narrowKey(narrow), span }, []);
  }
}

function restore(model: Model, { messages, windows }: StoredWindows): void {
  const known = new Set(messages.map(({ id }) => id));
  model.merge(messages, undefined, []);
  for (const { narrow, ids, foundOldest, foundNewest } of windows) {
    const span = spanOf(narrow, { ids, foundOldest, foundNewest });
    model.putSpan(narrowKey(narrow), ids.every((id) => known.has(id)) ? span : asStale(span));
  }
}

function storedWindows(model: Model): StoredWindows {
  const { messages, spans } = model.held();
  const whole = [...spans.values()].filter(
    ({ isStale, missing, unjudged }) => !isStale && missing.length === 0 && unjudged.length === 0,
  );
  return {
    messages: [...messages.values()] satisfies Message[],
    windows: whole.map(({ narrow, ids, foundOldest, foundNewest }) => ({
      narrow,
      ids,
      foundOldest,
      foundNewest,
    })),
  };
}
