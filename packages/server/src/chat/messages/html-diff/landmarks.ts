/** Indexes of the same value in two sequences. */
export type Pair = readonly [old: number, now: number];

/**
 * Values that occur exactly once in each sequence, in the same order in both. Only the short parts between such
 * landmarks need a full comparison, which makes the diff fast.
 */
export function landmarksOf(old: readonly number[], now: readonly number[]): Pair[] {
  const indexes = indexesOfUnique(old);
  const unique = indexesOfUnique(now);
  const pairs: Pair[] = [];
  for (const [value, index] of unique) {
    const other = indexes.get(value);
    if (other !== undefined) pairs.push([other, index]);
  }
  return longestRising(pairs);
}

/** Indexes of values that occur once, in ascending order. */
function indexesOfUnique(values: readonly number[]): Map<number, number> {
  const indexes = new Map<number, number>();
  const repeated = new Set<number>();
  for (const [index, value] of values.entries()) {
    if (indexes.has(value)) repeated.add(value);
    else indexes.set(value, index);
  }
  for (const value of repeated) indexes.delete(value);
  return indexes;
}

type Chain = { readonly pair: Pair; readonly previous: Chain | undefined };

/** The longest subsequence with ascending first indexes, given ascending second ones, by patience sorting. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  const ends: Chain[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair[0] ?? 0) < pair[0]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, previous: ends[low - 1] };
  }
  const chosen: Pair[] = [];
  for (let chain = ends.at(-1); chain !== undefined; chain = chain.previous) chosen.push(chain.pair);
  return chosen.toReversed();
}
