/** Ids that ascend, each once. Functions return the same list when nothing changes. */
export type Ids = readonly number[];

/** Index of an id, or where it would stand. */
export function indexOfId(ids: Ids, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function hasId(ids: Ids, id: number): boolean {
  return ids[indexOfId(ids, id)] === id;
}

export function withId(ids: Ids, id: number): Ids {
  const index = indexOfId(ids, id);
  return ids[index] === id ? ids : ids.toSpliced(index, 0, id);
}

export function withoutId(ids: Ids, id: number): Ids {
  const index = indexOfId(ids, id);
  return ids[index] === id ? ids.toSpliced(index, 1) : ids;
}

export function withoutIds(ids: Ids, gone: ReadonlySet<number>): Ids {
  const left = ids.filter((id) => !gone.has(id));
  return left.length === ids.length ? ids : left;
}

export function unionOf(a: Ids, b: Ids): Ids {
  return [...new Set([...a, ...b])].toSorted((x, y) => x - y);
}
