import { isDeepStrictEqual } from 'node:util';
import type { Message, State } from '@parley/client';
import { differences } from '@parley/test-support/replay/differences.ts';
import type { WindowView } from '@parley/web/data/chat.ts';
import { narrowKey } from '@parley/web/data/narrow/narrow.ts';
import { unreadIndexer } from '@parley/web/data/derived/unread-index.ts';
import type { Reader } from './reader.ts';
import type { Checkpoint, Recording } from './record.ts';

export type Comparison = { readonly problems: readonly string[]; readonly windows: number };

/** Compares a page with one that starts now. */
export function compare(reader: Reader, { events }: Recording, truth: Checkpoint): Comparison {
  const state = reader.chat.state.get();
  const { queue_id, last_event_id } = state;
  const problems = [
    ...differences(state, { ...truth.state, queue_id, last_event_id }),
    ...unreadProblems(state, truth.state),
    ...orderProblems(
      reader.applied(),
      events.map(({ id }) => id),
    ),
    ...(reader.hasEnded() ? ['the page says that the session has ended'] : []),
  ];
  const views = reader.views();
  let windows = 0;
  for (const { narrow, messages } of truth.windows) {
    const view = views.get(narrowKey(narrow));
    if (view === undefined) continue;
    windows += 1;
    const ids = messages.map(({ id }) => id);
    if (!isTrue(view, ids))
      problems.push(`window ${narrowKey(narrow)}: ${textOf(view)} instead of ${ids.join()}`);
    else problems.push(...messages.flatMap((message) => messageProblems(reader, message)));
  }
  return { problems, windows };
}

/** A window that has loaded, with all messages of its part of the narrow. */
function isTrue(
  { ids, foundOldest, foundNewest, gaps, loading }: WindowView,
  all: readonly number[],
): boolean {
  const first = foundOldest ? 0 : (ids[0] ?? 0);
  const last = foundNewest ? Infinity : (ids.at(-1) ?? Infinity);
  const expected = all.filter((id) => first <= id && id <= last);
  return loading === 'none' && gaps.length === 0 && isDeepStrictEqual([...ids], expected);
}

function textOf({ ids, gaps, loading, error }: WindowView): string {
  return [ids.join(), gaps.length > 0 ? `gaps ${gaps.join()}` : '', loading, error ?? ''].join(' ');
}

function unreadProblems(state: State, truth: State): string[] {
  const [own, fresh] = [unreadIndexer()(state), unreadIndexer()(truth)];
  const isSame =
    own.total === fresh.total && own.mentions === fresh.mentions && isDeepStrictEqual(own.ids, fresh.ids);
  return isSame ? [] : [`unread index: ${own.total} instead of ${fresh.total}`];
}

/** Events are applied once, in order and without a gap. */
function orderProblems(applied: readonly number[], log: readonly number[]): string[] {
  const start = log.indexOf(applied[0] ?? -1);
  const expected = log.slice(start, start + applied.length);
  return applied.length === 0 || isDeepStrictEqual([...applied], expected)
    ? []
    : [`events ${applied.join()} instead of ${expected.join()}`];
}

/** Fields that the reader sees. */
function messageProblems(reader: Reader, truth: Message): string[] {
  const own = reader.chat.messages.get(truth.id);
  const seen = (message: Message | undefined) =>
    message && [
      message.content,
      message.topic,
      message.channel?.id,
      message.flags.filter((flag) => flag !== 'historical').toSorted(),
      message.reactions,
    ];
  return isDeepStrictEqual(seen(own), seen(truth))
    ? []
    : [`message ${truth.id}: ${JSON.stringify(seen(own))} instead of ${JSON.stringify(seen(truth))}`];
}
