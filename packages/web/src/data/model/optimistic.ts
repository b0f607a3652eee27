import type { ServerEvent } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import type { ChatClock } from '../clock.ts';
import type { Model } from './model.ts';
import type { Batch } from './store.ts';

/** The event of a change that succeeded comes within this time, or there is none. */
const EVENT_WITHIN_MS = 5_000;

export type Optimistic = {
  /** Last refusal, in words for the user. */
  readonly refusal: Cell<string | undefined>;
  /**
   * Shows events at once, makes the request, and ends the show when the server's event has come. A refusal takes
   * the change back, sets `refusal` and is the result `false`.
   */
  readonly run: (
    events: readonly ServerEvent[],
    request: () => Promise<unknown>,
    isConfirmed: (event: ServerEvent) => boolean,
  ) => Promise<boolean>;
  /** Makes a request without a change to show; a refusal is the result `false`. */
  readonly ask: (request: () => Promise<unknown>) => Promise<boolean>;
  readonly receive: (batch: Batch) => void;
};

export function createOptimistic(model: Model, clock: ChatClock): Optimistic {
  const refusal = createCell<string | undefined>(undefined);
  const waiting = new Set<{
    readonly isConfirmed: (event: ServerEvent) => boolean;
    readonly end: () => void;
  }>();
  const refuse = (error: unknown): false => {
    refusal.set(undefined);
    refusal.set(error instanceof Error ? error.message : String(error));
    return false;
  };
  const confirmation = (
    isConfirmed: (event: ServerEvent) => boolean,
  ): { readonly promise: Promise<void>; readonly end: () => void } => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = {
      isConfirmed,
      end: () => {
        waiting.delete(waiter);
        resolve();
      },
    };
    waiting.add(waiter);
    return { promise, end: waiter.end };
  };
  const ask = async (request: () => Promise<unknown>): Promise<boolean> => {
    try {
      await request();
      return true;
    } catch (error) {
      return refuse(error);
    }
  };
  return {
    refusal,
    ask,
    run: async (events, request, isConfirmed) => {
      const confirmed = confirmation(isConfirmed);
      const change = model.showPending(events);
      try {
        const isDone = await ask(request);
        const cancel = clock.after(isDone ? EVENT_WITHIN_MS : 0, confirmed.end);
        await confirmed.promise;
        cancel();
        return isDone;
      } finally {
        change.end();
      }
    },
    receive: (batch) => {
      for (const { isConfirmed, end } of waiting)
        if (batch.kind === 'snapshot' || batch.events.some(isConfirmed)) end();
    },
  };
}
