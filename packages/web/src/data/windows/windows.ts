import type { MessageWindow, WindowAnchor } from '../chat.ts';
import { CachedWindow, type WindowWorld } from './message-window.ts';
import { narrowKey, type Narrow } from '../narrow/narrow.ts';
import { restoredSpan, storedSpan } from './stored-spans.ts';
import type { StoredWindows } from '../model/store.ts';

/** Windows whose messages are kept. */
const MAX_CACHED_SPANS = 30;
/** Windows without messages cost little and may still be on a screen that is hidden. */
const MAX_WINDOWS = 300;
const MAX_CACHED_MESSAGES = 5_000;

export type Windows = {
  readonly open: (narrow: Narrow, anchor?: WindowAnchor) => MessageWindow;
  /** Computes all views again. */
  readonly update: () => void;
  /** Repeats failed requests, when the server can be reached again. */
  readonly retry: () => void;
  readonly stored: () => StoredWindows;
  readonly restore: (stored: StoredWindows) => void;
};

/** Windows by narrow; the messages of the least recently opened ones that are not watched are dropped first. */
export function createWindows(world: WindowWorld): Windows {
  const { model } = world;
  /** In the order of use. */
  const windows = new Map<string, CachedWindow>();

  const evict = (): void => {
    for (const [key, window] of windows) {
      if (window.isWatched() || key === lastKey(windows)) continue;
      const { spans, messages } = model.held();
      const isFull = spans.size > MAX_CACHED_SPANS || messages.size > MAX_CACHED_MESSAGES;
      if (isFull && spans.has(key)) model.putSpan(key, undefined);
      if (windows.size > MAX_WINDOWS) windows.delete(key);
    }
  };
  return {
    open: (narrow, anchor) => {
      const key = narrowKey(narrow);
      const known = windows.get(key);
      const window = known ?? new CachedWindow(world, narrow, anchor ?? { kind: 'first-unread' });
      windows.delete(key);
      windows.set(key, window);
      if (known === undefined) queueMicrotask(evict);
      else
        queueMicrotask(() => {
          known.refresh();
          if (anchor !== undefined) void known.moveTo(anchor);
        });
      return window;
    },
    update: () => {
      for (const window of windows.values()) window.update();
      if (model.held().messages.size > MAX_CACHED_MESSAGES) queueMicrotask(evict);
    },
    retry: () => {
      for (const window of windows.values()) if (window.isWatched()) window.retry();
    },
    stored: () => {
      const { messages, spans } = model.held();
      const used = [...windows.keys()].flatMap((key) => spans.get(key) ?? []);
      return { messages: [...messages.values()], windows: used.flatMap((span) => storedSpan(span) ?? []) };
    },
    restore: ({ messages, windows: stored }) => {
      const known = new Map(messages.map((message) => [message.id, message]));
      model.merge(messages, undefined, []);
      for (const one of stored) {
        const key = narrowKey(one.narrow);
        model.putSpan(key, restoredSpan(one, known, model.state.get()));
        windows.set(key, new CachedWindow(world, one.narrow, { kind: 'first-unread' }));
      }
    },
  };
}

function lastKey(windows: ReadonlyMap<string, CachedWindow>): string | undefined {
  return [...windows.keys()].at(-1);
}
