import { encodeIds } from './id-list.ts';
import { keyOf, type Key } from './key.ts';
import { MAX_LIST_BYTES, PageWriter, type PackedPages } from './page.ts';

/** Tokens with the ascending ids of the messages that have them. */
export type Postings = ReadonlyMap<string, readonly number[]>;

/** Packs postings into the pages of a segment that begins with `firstId`. */
export function buildPages(postings: Postings, firstId: number): PackedPages {
  const writer = new PageWriter();
  const keyed = Array.from(postings, ([token, ids]) => ({ key: keyOf(token), ids }));
  for (const { key, ids } of keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    addIds(writer, key, ids, firstId);
  return writer.finish();
}

/** Ids whose list is never longer than a page allows: ids of one segment differ by less than 2³⁵. */
const MAX_IDS_PER_ENTRY = MAX_LIST_BYTES / 5;

export function addIds(writer: PageWriter, key: Key, ids: readonly number[], firstId: number): void {
  for (let start = 0; start < ids.length; start += MAX_IDS_PER_ENTRY) {
    const some = ids.length <= MAX_IDS_PER_ENTRY ? ids : ids.slice(start, start + MAX_IDS_PER_ENTRY);
    writer.add({ key, last: (some.at(-1) ?? firstId) - firstId, list: encodeIds(some, firstId) });
  }
}
