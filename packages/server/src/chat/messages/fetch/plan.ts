import { sql, type Reader } from '../../../engine/db/sql.ts';
import { chooseSource } from './choose-source.ts';
import { conditionOf } from './conditions.ts';
import type { Search } from './search.ts';
import { byIds } from './sources.ts';
import type { FetchPlan } from './take.ts';

/** Plans a search of all messages. */
export async function planOf(reader: Reader, search: Search): Promise<FetchPlan> {
  return planWith(search, await chooseSource(reader, search));
}

/** Plans a search among the given messages only. */
export function planAmong(search: Search, ids: readonly number[]): FetchPlan {
  return planWith(search, byIds(search.visibility, ids));
}

function planWith({ visibility, terms, units, scope }: Search, source: FetchPlan['source']): FetchPlan {
  const conditions = [
    ...(scope === 'own' ? [sql`(${visibility.isOwn})`] : []),
    ...terms.map((term) => conditionOf(visibility, term)),
  ];
  const queryName = terms.length === 0 ? { prefix: 'search' } : undefined;
  return { visibility, source, conditions, units, queryName };
}
