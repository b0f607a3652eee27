import type { Clock } from '../../engine/clock.ts';
import type { World } from '../../http/world.ts';
import { CHECKPOINT_MS, storeCheckpoint } from './checkpoint.ts';
import type { StreamKey } from './rows.ts';
import { tellReaders } from './tell-readers.ts';

/** Tells readers of the pieces that this node took, and stores the text now and then. */
export type Pieces = {
  /** A piece was stored. */
  note(world: World, key: StreamKey): void;
  /** The stream ends: nothing more is told of it. */
  forget(key: StreamKey): void;
  close(): Promise<void>;
};

/** Pieces of this period reach readers as one event. */
const JOIN_MS = 100;

/** Timers of a stream; undefined while there is nothing to do. */
type Plan = { cancelNews: (() => void) | undefined; cancelCheckpoint: (() => void) | undefined };

export function createPieces(clock: Clock, warn: (error: unknown) => void): Pieces {
  const plans = new Map<string, Plan>();
  const running = new Set<Promise<void>>();
  const run = (work: Promise<void>): void => {
    const task = work.catch(warn).finally(() => running.delete(task));
    running.add(task);
  };
  const store = async (world: World, key: StreamKey): Promise<void> => {
    if (!(await storeCheckpoint(world, key))) note(world, key);
  };
  const settle = (name: string, plan: Plan): void => {
    if (plan.cancelNews === undefined && plan.cancelCheckpoint === undefined) plans.delete(name);
  };
  const forget = (name: string): void => {
    const plan = plans.get(name);
    plan?.cancelNews?.();
    plan?.cancelCheckpoint?.();
    plans.delete(name);
  };
  const note = (world: World, key: StreamKey): void => {
    const name = nameOf(key);
    const plan = plans.get(name) ?? { cancelNews: undefined, cancelCheckpoint: undefined };
    plans.set(name, plan);
    plan.cancelNews ??= clock.after(JOIN_MS, () => {
      plan.cancelNews = undefined;
      settle(name, plan);
      run(tellReaders(world, key));
    });
    plan.cancelCheckpoint ??= clock.after(CHECKPOINT_MS, () => {
      plan.cancelCheckpoint = undefined;
      settle(name, plan);
      run(store(world, key));
    });
  };
  return {
    note,
    forget: (key) => {
      forget(nameOf(key));
    },
    close: async () => {
      for (const name of plans.keys()) forget(name);
      await Promise.allSettled(running);
    },
  };
}

function nameOf({ realmId, messageId }: StreamKey): string {
  return `${realmId}:${messageId}`;
}
