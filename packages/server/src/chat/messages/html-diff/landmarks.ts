/** Places in two sequences that hold the same. */
export type Pair = readonly [old: number, now: number];

/**
 * What occurs once in each of two sequences, and in the same order in both. Between such landmarks little is left to
 * compare, and that is what makes it fast.
 */
export function landmarksOf(old: readonly number[], now: readonly number[]): Pair[] {
  const places = placesOfSingles(old);
  const singles = placesOfSingles(now);
  const pairs: Pair[] = [];
  for (const [value, place] of singles) {
    const other = places.get(value);
    if (other !== undefined) pairs.push([other, place]);
  }
  return longestRising(pairs);
}

/** In the order of their places. */
function placesOfSingles(values: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  for (const [place, value] of values.entries()) {
    if (places.has(value)) repeated.add(value);
    else places.set(value, place);
  }
  for (const value of repeated) places.delete(value);
  return places;
}

type Chain = { readonly pair: Pair; readonly previous: Chain | undefined };

/** The longest selection whose first places rise, given that the second ones do: patience sorting. */
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
