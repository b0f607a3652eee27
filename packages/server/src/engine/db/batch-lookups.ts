import { createBatcher } from '../batcher.ts';

/** Keys per query. */
const MAX_BATCH_KEYS = 500;
/** While this many queries run, further keys wait for the next batch. */
const MAX_CONCURRENT_QUERIES = 2;

/**
 * Batches lookups of single keys: those of one turn of the event loop share a query, and so do those that arrive while
 * other queries run.
 */
export function batchLookups<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  return createBatcher(load, {
    maxKeys: MAX_BATCH_KEYS,
    maxRunning: MAX_CONCURRENT_QUERIES,
    begin: setImmediate,
    rest: (callback) => {
      callback();
    },
  });
}
