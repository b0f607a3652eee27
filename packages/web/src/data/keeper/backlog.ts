import type { ServerEvent } from '@parley/client';
import type { Mark } from './tabs.ts';

/** Events that a leader can repeat for followers; those that lack more get the whole state. */
const MAX_BACKLOG_EVENTS = 2_000;

export type Backlog = {
  readonly add: (events: readonly ServerEvent[]) => void;
  /** Starts over behind a place. */
  readonly reset: (start: Mark) => void;
  /** Events behind a place; undefined if they are not all known. */
  readonly behind: (mark: Mark) => readonly ServerEvent[] | undefined;
};

export function createBacklog(): Backlog {
  let start: Mark | undefined;
  let known: readonly ServerEvent[] = [];
  return {
    add: (events) => {
      const all = [...known, ...events];
      const cut = Math.max(0, all.length - MAX_BACKLOG_EVENTS);
      const last = all[cut - 1];
      if (start !== undefined && last !== undefined) start = { ...start, lastEventId: last.id };
      known = all.slice(cut);
    },
    reset: (next) => {
      start = next;
      known = [];
    },
    behind: (mark) =>
      start !== undefined && mark.queueId === start.queueId && mark.lastEventId >= start.lastEventId
        ? known.filter(({ id }) => id > mark.lastEventId)
        : undefined,
  };
}
