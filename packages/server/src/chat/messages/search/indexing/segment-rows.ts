import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import type { PackedPages } from '../segments/page.ts';

export type SegmentRow = {
  readonly id: number;
  readonly is_amendment: boolean;
  readonly level: number;
  readonly first_id: number;
  readonly last_id: number;
  readonly revision: number;
};

type NewSegment = Omit<SegmentRow, 'id' | 'revision'>;

/** Pages in one statement: about 2 MB. */
const PAGES_PER_STATEMENT = 500;

/** Adds a segment with its pages to a build that the transaction has locked. */
export async function storeSegment(
  tx: Tx,
  buildId: number,
  segment: NewSegment,
  { data, ends, keys, keyEnds }: PackedPages,
): Promise<void> {
  const { is_amendment, level, first_id, last_id } = segment;
  const row = await tx.first(
    sql<{ id: number }>`
      insert into search_segment (realm_id, build_id, is_amendment, level, first_id, last_id)
      values (${tx.realmId}, ${buildId}, ${is_amendment}, ${level}, ${first_id}, ${last_id})
      returning id`,
  );
  for (let from = 0; from < ends.length; from += PAGES_PER_STATEMENT) {
    const to = Math.min(from + PAGES_PER_STATEMENT, ends.length);
    await storePages(tx, row?.id ?? 0, from, cutOut(data, ends, from, to), cutOut(keys, keyEnds, from, to));
  }
}

/** Parts of a buffer that lie one behind the other; `starts` count from 1, as in SQL. */
type Parts = { readonly bytes: Buffer; readonly starts: number[]; readonly lengths: number[] };

function cutOut(bytes: Uint8Array, ends: readonly number[], from: number, to: number): Parts {
  const base = ends[from - 1] ?? 0;
  const starts: number[] = [];
  const lengths: number[] = [];
  for (let n = from; n < to; n += 1) {
    const start = ends[n - 1] ?? 0;
    starts.push(start - base + 1);
    lengths.push((ends[n] ?? start) - start);
  }
  const part = bytes.subarray(base, ends[to - 1]);
  return { bytes: Buffer.from(part.buffer, part.byteOffset, part.byteLength), starts, lengths };
}

/** All pages are one parameter, cut by PostgreSQL: an array of `bytea` takes four times as long to parse. */
async function storePages(tx: Tx, segmentId: number, from: number, data: Parts, keys: Parts): Promise<void> {
  await tx.all(sql`
    insert into search_page (realm_id, segment_id, first_key, number, data)
    select ${tx.realmId}, ${segmentId}, substring(${keys.bytes}::bytea from p.key_start for p.key_length),
      ${from}::integer + p.n, substring(${data.bytes}::bytea from p.start for p.length)
    from unnest(${keys.starts}::integer[], ${keys.lengths}::integer[], ${data.starts}::integer[],
      ${data.lengths}::integer[]) with ordinality as p (key_start, key_length, start, length, n)`);
}

export type PageRow = { readonly first_key: Buffer; readonly number: number; readonly data: Buffer };

/** The pages of a segment in their order, some at a time. */
export async function* readPages(
  reader: Reader,
  realmId: number,
  segmentId: number,
): AsyncGenerator<PageRow[], undefined> {
  let after = 0;
  for (;;) {
    const rows = await reader.all(
      sql<PageRow>`select first_key, number, data from search_page
        where realm_id = ${realmId} and segment_id = ${segmentId} and number > ${after}
        order by number limit ${PAGES_PER_STATEMENT}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < PAGES_PER_STATEMENT) return;
    after = rows.at(-1)?.number ?? after;
  }
}
