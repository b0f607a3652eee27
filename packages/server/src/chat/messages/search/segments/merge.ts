import { addIds } from './build.ts';
import { decodeIds, encodeIds, rebase } from './id-list.ts';
import type { Key } from './key.ts';
import {
  encodePage,
  entriesOf,
  MAX_LIST_BYTES,
  PageWriter,
  type OpenPage,
  type PackedPages,
  type PageEntry,
} from './page.ts';

/** The pages of a segment in their order. Ids of its lists count from `firstId`. */
export type SegmentPages = { readonly firstId: number; readonly pages: Iterable<OpenPage> };

/** Merges segments whose ids do not overlap, in the order of their ids: lists are copied without reading them. */
export function mergeInOrder(segments: readonly SegmentPages[]): PackedPages {
  const firstId = segments[0]?.firstId ?? 0;
  return mergeWith(segments, (writer, key, parts) => {
    let open: PageEntry | undefined;
    for (const { entry, segment } of parts) {
      const last = entry.last + segment.firstId - firstId;
      const base = open === undefined ? 0 : open.last;
      const list = rebase(entry.list, segment.firstId - firstId, base);
      if (open !== undefined && open.list.length + list.length <= MAX_LIST_BYTES) {
        open = { key, last, list: Buffer.concat([open.list, list]) };
        continue;
      }
      if (open !== undefined) writer.add(open);
      open = { key, last, list: rebase(entry.list, segment.firstId - firstId, 0) };
    }
    if (open !== undefined) writer.add(open);
  });
}

/** Merges segments whose ids may overlap or repeat. */
export function mergeOverlapping(segments: readonly SegmentPages[]): PackedPages {
  const firstId = Math.min(...segments.map((segment) => segment.firstId));
  return mergeWith(segments, (writer, key, parts) => {
    const ids: number[] = [];
    for (const { entry, segment } of parts) decodeIds(entry.list, segment.firstId, ids);
    addIds(
      writer,
      key,
      [...new Set(ids)].toSorted((a, b) => a - b),
      firstId,
    );
  });
}

/** The page without some ids, which may have no entries left; undefined if it has none of them. */
export function withoutIds(page: OpenPage, firstId: number, gone: ReadonlySet<number>): Buffer | undefined {
  const entries: PageEntry[] = [];
  let isChanged = false;
  for (const entry of entriesOf(page)) {
    const ids: number[] = [];
    decodeIds(entry.list, firstId, ids);
    const kept = ids.filter((id) => !gone.has(id));
    isChanged ||= kept.length < ids.length;
    const last = kept.at(-1);
    if (last !== undefined)
      // One entry remains one entry: split ones could outgrow the page.
      entries.push({ key: entry.key, last: last - firstId, list: encodeIds(kept, firstId) });
  }
  return isChanged ? encodePage(page.header, entries) : undefined;
}

type Part = { readonly entry: PageEntry; readonly segment: SegmentPages };
/** Calls `write` for each key with its entries, in the order of the segments. */
function mergeWith(
  segments: readonly SegmentPages[],
  write: (writer: PageWriter, key: Key, parts: readonly Part[]) => void,
): PackedPages {
  const writer = new PageWriter();
  const heads = segments.map((segment) => ({ segment, entries: entriesOfAll(segment.pages) }));
  const next = heads.map(({ entries }) => entries.next());
  for (;;) {
    const key = leastKey(next);
    if (key === undefined) return writer.finish();
    const parts: Part[] = [];
    for (const [n, { segment, entries }] of heads.entries())
      for (let head = next[n]; head?.done === false && head.value.key === key; head = next[n]) {
        parts.push({ entry: head.value, segment });
        next[n] = entries.next();
      }
    write(writer, key, parts);
  }
}

function leastKey(heads: readonly IteratorResult<PageEntry, undefined>[]): Key | undefined {
  let least: Key | undefined;
  for (const head of heads)
    if (head.done !== true && (least === undefined || head.value.key < least)) least = head.value.key;
  return least;
}

function* entriesOfAll(pages: Iterable<OpenPage>): Generator<PageEntry, undefined> {
  for (const page of pages) yield* entriesOf(page);
}
