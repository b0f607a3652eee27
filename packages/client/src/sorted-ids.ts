/** Ids that ascend, each once. Functions return the same list when nothing changes. */
export type Ids = readonly number[];

export function ascending(ids: Iterable<number>): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

export function holds(ids: Ids, id: number): boolean {
  return ids[placeOf(ids, id)] === id;
}

/** Index of an id, or where it would stand. */
function placeOf(ids: Ids, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** New ids nearly always belong at the end. */
export function plus<T extends Ids>(ids: T, more: Ids): T | number[] {
  const added = more.filter((id) => !holds(ids, id));
  const [first] = added;
  if (first === undefined) return ids;
  return (ids.at(-1) ?? 0) < first ? [...ids, ...added] : ascending([...ids, ...added]);
}

export function minus<T extends Ids>(ids: T, gone: Ids): T | number[] {
  if ((ids.at(-1) ?? 0) < (gone[0] ?? Infinity) || (gone.at(-1) ?? 0) < (ids[0] ?? Infinity)) return ids;
  const found = common(ids, gone);
  if (found.length === 0) return ids;
  if (found.length > FEW) return ids.filter((id) => !holds(found, id));
  return found.reduce((left, id) => left.toSpliced(placeOf(left, id), 1), [...ids]);
}

/** As many times it is cheaper to copy a long list than to look at each of its ids. */
const FEW = 8;

export function common(ids: Ids, others: Ids): Ids {
  const [few, many] = ids.length < others.length ? [ids, others] : [others, ids];
  return few.filter((id) => holds(many, id));
}
