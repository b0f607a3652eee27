import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { ResolvedTerm } from '../narrow/resolve.ts';
import { NEWEST, type Anchor } from './anchor.ts';
import { conditionOf, isTopicMuted } from './conditions.ts';
import { planOf } from './plan.ts';
import type { Search } from './search.ts';
import { take } from './take.ts';
import { idBefore } from './times.ts';

/** The id for an anchor; a message with this id need not exist. */
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

/** The oldest unread message that is not muted; a muted channel counts if the narrow names it. */
async function firstUnread(reader: Reader, search: Search): Promise<number | undefined> {
  const { visibility } = search;
  const terms: readonly ResolvedTerm[] = [...search.terms, isUnread];
  const plan = await planOf(reader, { ...search, terms, scope: 'own' });
  const isUnmuted =
    search.channel === undefined ? conditionOf(visibility, isNotMuted) : sql`not ${isTopicMuted}`;
  const [id] = await take(reader, { ...plan, conditions: [...plan.conditions, isUnmuted] }, 'newer', 0, 1);
  return id;
}

const isUnread: ResolvedTerm = { condition: { kind: 'is', what: 'unread' }, isNegated: false };
const isNotMuted: ResolvedTerm = { condition: { kind: 'is', what: 'muted' }, isNegated: true };

/** The first match sent at a time or later; if there is none, the last match. */
async function atDate(reader: Reader, search: Search, at: Date): Promise<number | undefined> {
  const plan = await planOf(reader, search);
  const edge = await idBefore(reader, search.visibility.realmId, at);
  const since = { ...plan, conditions: [...plan.conditions, sql`m.sent_at >= ${at}`] };
  const [id] = await take(reader, since, 'newer', edge, 1);
  return id ?? (await take(reader, plan, 'older', NEWEST, 1))[0];
}
