/** Bounds the duration of a statement. */
const MAX_MESSAGES_PER_STATEMENT = 5000;

/** Processes a long list in slices, in order, and concatenates the results. */
export async function inSlices<T, R>(
  list: readonly T[],
  work: (slice: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < list.length; from += MAX_MESSAGES_PER_STATEMENT)
    for (const result of await work(list.slice(from, from + MAX_MESSAGES_PER_STATEMENT)))
      results.push(result);
  return results;
}
