import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { ResolvedTerm } from '../narrow/resolve.ts';
import { NEWEST, type Anchor } from './anchor.ts';
import { conditionOf, isTopicMuted } from './conditions.ts';
import { planOf } from './plan.ts';
import type { Search } from './search.ts';
import { take } from './take.ts';

/** The id at which an anchor lies. It need not be that of a message. */
export async function locate(reader: Reader, search: Search, anchor: Anchor): Promise<number> {
  switch (anchor.kind) {
    case 'id':
      return anchor.id;
    case 'first unread':
      return (await firstUnread(reader, search)) ?? NEWEST;
    case 'date':
      return (await atDate(reader, search, anchor.at)) ?? NEWEST;
  }
}

/** The oldest that is unread and not in what the reader has muted; a muted channel that is asked for counts. */
async function firstUnread(reader: Reader, search: Search): Promise<number | undefined> {
  const { visibility } = search;
  const terms: readonly ResolvedTerm[] = [...search.terms, isUnread];
  const plan = await planOf(reader, { ...search, terms, universe: 'own' });
  const loud = search.channel === undefined ? conditionOf(visibility, isNotMuted) : sql`not ${isTopicMuted}`;
  const [id] = await take(reader, { ...plan, conditions: [...plan.conditions, loud] }, 'newer', 0, 1);
  return id;
}

const isUnread: ResolvedTerm = { condition: { kind: 'is', what: 'unread' }, isNegated: false };
const isNotMuted: ResolvedTerm = { condition: { kind: 'is', what: 'muted' }, isNegated: true };

/** The first match of a moment or later; if there is none, the last of all. */
async function atDate(reader: Reader, search: Search, at: Date): Promise<number | undefined> {
  const plan = await planOf(reader, search);
  const edge = await idBefore(reader, search.visibility.realmId, new Date(at.getTime() - SKEW_MS));
  const since = { ...plan, conditions: [...plan.conditions, sql`m.sent_at >= ${at}`] };
  const [id] = await take(reader, since, 'newer', edge, 1);
  return id ?? (await take(reader, plan, 'older', NEWEST, 1))[0];
}

/** Messages that were sent together can have got their ids in the other order. */
const SKEW_MS = 60_000;

/** The id up to which messages were sent before a moment: times rise with ids, so halving finds it. */
async function idBefore(reader: Reader, realmId: number, at: Date): Promise<number> {
  const row = await reader.first(
    sql<{ low: number }>`
      with recursive halved (low, high) as (
        select 0::bigint, coalesce((
          select id from message where realm_id = ${realmId} order by id desc limit 1
        ), 0)
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
  return row?.low ?? 0;
}
