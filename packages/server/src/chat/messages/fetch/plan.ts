import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { ResolvedTerm } from '../narrow/resolve.ts';
import { chooseSource } from './choose-source.ts';
import { conditionOf } from './conditions.ts';
import type { Search } from './search.ts';
import { byIds } from './sources.ts';
import type { FetchPlan } from './take.ts';
import { windowOf } from './times.ts';

/** Plans a search of all messages. */
export async function planOf(reader: Reader, search: Search): Promise<FetchPlan> {
  const source = await chooseSource(reader, { ...search, terms: search.terms.filter(isTimeless) });
  const window = await windowOf(reader, search.visibility.realmId, search.terms);
  return { ...planWith(search, source), window };
}

/** Plans a search among the given messages only. */
export function planAmong(search: Search, ids: readonly number[]): FetchPlan {
  return planWith(search, byIds(search.visibility, ids));
}

/** The window of a plan leaves out what was sent at other times, so a source need not. */
function isTimeless({ condition, isNegated }: ResolvedTerm): boolean {
  return condition.kind !== 'sent' || isNegated;
}

function planWith({ visibility, terms, units, scope }: Search, source: FetchPlan['source']): FetchPlan {
  const conditions = [
    ...(scope === 'own' ? [sql`(${visibility.isOwn})`] : []),
    ...terms.map((term) => conditionOf(visibility, term)),
  ];
  const queryName = terms.length === 0 ? { prefix: 'search' } : undefined;
  return { visibility, source, conditions, units, queryName };
}
