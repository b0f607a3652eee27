/** One statement about more messages than this would take too long. */
const AT_ONCE = 5000;

/** Does something with a long list piece by piece, in its order. */
export async function inSlices<T, R>(
  list: readonly T[],
  work: (slice: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < list.length; from += AT_ONCE)
    for (const result of await work(list.slice(from, from + AT_ONCE))) results.push(result);
  return results;
}
