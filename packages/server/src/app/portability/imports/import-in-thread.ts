/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../../engine/config.ts';
import type { World } from '../../../http/world.ts';

/** An import that a thread takes one step further, with a world of its own. */
export type ImportTask = { readonly config: Config; readonly realmId: number; readonly id: number };

const THREAD = new URL('./import-thread.ts', import.meta.url);
/** An archive that wants more ends its thread, not the node. */
const MAX_HEAP_MIB = 1_024;
/** Time between looks whether the node stops. */
const LOOK_MS = 200;

/** Reads and writes away from the event loop: a part of an archive can take it a second. */
export async function advanceInThread(
  { clock, config, isClosing, isDraining }: World,
  realmId: number,
  id: number,
): Promise<void> {
  const thread = new Worker(THREAD, {
    workerData: { config, realmId, id } satisfies ImportTask,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  let stopLooking = (): void => {};
  const look = (): void => {
    if (isDraining() || isClosing()) thread.postMessage('stop');
    else stopLooking = clock.after(LOOK_MS, look);
  };
  look();
  try {
    // Rejects with the error that ended the thread.
    await once(thread, 'exit');
  } finally {
    stopLooking();
  }
}
