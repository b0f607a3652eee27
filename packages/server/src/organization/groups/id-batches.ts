/** Bounds the size of an event in large organizations. */
const MAX_IDS_PER_EVENT = 5000;

/** Splits a list of ids into batches, one per event. */
export function idBatches(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS_PER_EVENT) }, (_, n) =>
    ids.slice(n * MAX_IDS_PER_EVENT, (n + 1) * MAX_IDS_PER_EVENT),
  );
}
