/** Ids in one event: keeps events of large organizations small enough to be read one by one. */
const MOST_IDS = 5000;

/** A long list of ids in parts, each for one event. */
export function chunks(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, n) =>
    ids.slice(n * MOST_IDS, (n + 1) * MOST_IDS),
  );
}
