import { ByteReader, decodeIds, type IdList } from './id-list.ts';

/** Lists of which a message must be in one. */
export type Alternatives = readonly IdList[];

/** The ascending ids of a segment that are in one list of each of the alternatives. */
export function intersect(terms: readonly Alternatives[], firstId: number): number[] {
  const [shortest, ...others] = terms.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  let ids = shortest === undefined ? [] : union(shortest, firstId);
  for (const lists of others) {
    if (ids.length === 0) break;
    ids = among(ids, lists, firstId);
  }
  return ids;
}

function sizeOf(lists: Alternatives): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

function union(lists: Alternatives, firstId: number): number[] {
  const ids: number[] = [];
  for (const list of lists) decodeIds(list, firstId, ids);
  return lists.length <= 1 ? ids : [...new Set(ids)].toSorted((a, b) => a - b);
}

/** The ids that are in one of the lists. */
function among(ids: readonly number[], lists: Alternatives, firstId: number): number[] {
  const isFound = new Uint8Array(ids.length);
  for (const list of lists) mark(ids, list, firstId, isFound);
  return ids.filter((_, n) => isFound[n] === 1);
}

function mark(ids: readonly number[], list: IdList, firstId: number, isFound: Uint8Array): void {
  const reader = new ByteReader(list);
  let id = firstId;
  let n = 0;
  while (reader.at < list.length && n < ids.length) {
    id += reader.number();
    while (n < ids.length && (ids[n] ?? 0) < id) n += 1;
    if (ids[n] === id) isFound[n] = 1;
  }
}
