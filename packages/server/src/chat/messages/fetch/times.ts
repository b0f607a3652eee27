import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { ResolvedTerm } from '../narrow/resolve.ts';
import { NEWEST } from './anchor.ts';

/** Ids, both exclusive, between which all messages of a search are. */
export type IdWindow = { readonly after: number; readonly before: number };

/** The ids of messages that were sent in the periods of a search; undefined if it has none. */
export async function windowOf(
  reader: Reader,
  realmId: number,
  terms: readonly ResolvedTerm[],
): Promise<IdWindow | undefined> {
  const periods = terms.flatMap(({ condition, isNegated }) =>
    condition.kind === 'sent' && !isNegated ? [condition.period] : [],
  );
  if (periods.length === 0) return undefined;
  const from = periods.flatMap((period) => period.from?.getTime() ?? []);
  const to = periods.flatMap((period) => period.to?.getTime() ?? []);
  return {
    after: from.length === 0 ? 0 : await idBefore(reader, realmId, new Date(Math.max(...from))),
    before: to.length === 0 ? NEWEST : await idAfter(reader, realmId, new Date(Math.min(...to))),
  };
}

/** Concurrent messages can have ids in the reverse order of their send times. */
const MAX_SEND_TIME_SKEW_MS = 60_000;

/** An id such that every message sent at a time or later has a higher one. */
export async function idBefore(reader: Reader, realmId: number, at: Date): Promise<number> {
  const early = new Date(at.getTime() - MAX_SEND_TIME_SKEW_MS);
  const imported = await importedIds(reader, realmId);
  if (imported === undefined) return lastSentBefore(reader, realmId, early, 0, NEWEST);
  const last = await lastSentBefore(reader, realmId, early, imported.last, NEWEST);
  if (last > imported.last) return last;
  return lastSentBefore(reader, realmId, early, 0, imported.first);
}

/** An id such that every message sent before a time has a lower one. */
async function idAfter(reader: Reader, realmId: number, at: Date): Promise<number> {
  const late = new Date(at.getTime() + MAX_SEND_TIME_SKEW_MS);
  const imported = await importedIds(reader, realmId);
  return 1 + (await lastSentBefore(reader, realmId, late, imported?.last ?? 0, NEWEST));
}

/**
 * The range of ids that contains the messages of other chats; they are older than the messages before them, so only
 * outside of it send times rise with ids.
 */
async function importedIds(
  reader: Reader,
  realmId: number,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const row = await reader.first(
    sql<{ first: number | null; last: number | null }>`
      select (select id from imported where realm_id = ${realmId} and kind = 'message' order by id limit 1) as first,
        (select id from imported where realm_id = ${realmId} and kind = 'message' order by id desc limit 1) as last`,
  );
  return row?.first == null || row.last === null ? undefined : { first: row.first, last: row.last };
}

/** The last id between two (exclusive) that was sent before a time, or the lower one; by binary search. */
async function lastSentBefore(
  reader: Reader,
  realmId: number,
  at: Date,
  above: number,
  below: number,
): Promise<number> {
  const row = await reader.first(
    sql<{ low: number }>`
      with recursive halved (low, high) as (
        select ${above}::bigint, greatest(${above}::bigint, coalesce((
          select id from message where realm_id = ${realmId} and id < ${below} order by id desc limit 1
        ), 0))
        union all
        select case when sent_at < ${at} then id else low end,
          case when sent_at < ${at} then high else middle - 1 end
        from (select low, high, (low + high + 1) / 2 as middle from halved where low < high) as h
        cross join lateral (
          select m.id, m.sent_at from message m
          where m.realm_id = ${realmId} and m.id >= h.middle order by m.id limit 1
        ) as m
      )
      select low from halved order by high - low limit 1`,
  );
  return row?.low ?? above;
}
