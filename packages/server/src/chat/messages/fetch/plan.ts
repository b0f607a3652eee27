import { sql, type Reader } from '../../../engine/db/sql.ts';
import { chooseSource } from './choose-source.ts';
import { conditionOf } from './conditions.ts';
import type { Search } from './search.ts';
import { isFound } from './search-text.ts';
import { byIds } from './sources.ts';
import type { FetchPlan } from './take.ts';

/** Plans a search of all messages. */
export async function planOf(reader: Reader, search: Search): Promise<FetchPlan> {
  return {
    visibility: search.visibility,
    source: await chooseSource(reader, search),
    conditions: conditionsOf(search),
  };
}

/** Plans a search among the given messages only. */
export function planAmong(search: Search, ids: readonly number[]): FetchPlan {
  return {
    visibility: search.visibility,
    source: byIds(search.visibility, ids),
    conditions: conditionsOf(search),
  };
}

function conditionsOf({ visibility, terms, text, scope }: Search): FetchPlan['conditions'] {
  return [
    ...(scope === 'own' ? [sql`(${visibility.isOwn})`] : []),
    ...terms.map((term) => conditionOf(visibility, term)),
    ...(text === undefined ? [] : [isFound(visibility.realmId, text)]),
  ];
}
