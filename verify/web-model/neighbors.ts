import { narrowKey } from '@parley/web/data/narrow/narrow.ts';
import type { Reader } from './reader.ts';
import type { Recording } from './record.ts';

/** Messages of a narrow at each checkpoint, in order. */
type Lists = readonly (readonly number[])[];

export type NeighborCheck = {
  /** Messages that a page shows as neighbors and that never were any. */
  readonly wrong: (reader: Reader) => readonly string[];
  /** Windows that do not show what the last checkpoint has. */
  readonly outdated: (reader: Reader) => readonly string[];
};

/**
 * Checks windows of channels to which the user was never subscribed, at any moment: no event tells of messages there, so
 * all that stands side by side in them was fetched, at a checkpoint.
 */
export function neighborCheck({ checkpoints }: Recording): NeighborCheck {
  const subscribed = new Set(
    checkpoints.flatMap(({ state }) => state.subscriptions?.map(({ stream_id }) => stream_id) ?? []),
  );
  const unfollowed = new Map<string, Lists>();
  for (const { narrow } of checkpoints[0]?.windows ?? []) {
    if (!('channelId' in narrow) || subscribed.has(narrow.channelId)) continue;
    const key = narrowKey(narrow);
    const lists = checkpoints.map(({ windows }) => {
      const window = windows.find((one) => narrowKey(one.narrow) === key);
      return window?.messages.map(({ id }) => id) ?? [];
    });
    unfollowed.set(key, lists);
  }
  const views = (reader: Reader) =>
    Array.from(reader.views(), ([key, view]) => ({ key, ...view, lists: unfollowed.get(key) ?? [] }));
  return {
    wrong: (reader) =>
      views(reader).flatMap(({ key, ids, gaps, lists }) =>
        ids
          .filter((id, n) => n > 0 && !gaps.includes(id) && !wereNeighbors(lists, ids[n - 1], id))
          .map((id) => `window ${key}: ${id} follows in ${ids.join()}`),
      ),
    outdated: (reader) =>
      views(reader)
        .filter(({ key, ids, lists }) => unfollowed.has(key) && lists.at(-1)?.join() !== ids.join())
        .map(({ key, ids, lists }) => `window ${key}: ${ids.join()} instead of ${lists.at(-1)?.join()}`),
  };
}

/** Whether a checkpoint has both with nothing between them but what was gone later, or none has both. */
function wereNeighbors(lists: Lists, first: number | undefined, second: number): boolean {
  if (first === undefined) return true;
  const both = [...lists.entries()].filter(([, list]) => list.includes(first) && list.includes(second));
  return (
    both.length === 0 ||
    both.some(([n, list]) =>
      list.every((id) => id <= first || id >= second || lists.slice(n).some((later) => !later.includes(id))),
    )
  );
}
