import { sql, type Reader } from '../../../engine/db/sql.ts';
import { chooseSource } from './choose-source.ts';
import { conditionOf } from './conditions.ts';
import type { Search } from './search.ts';
import { isFound } from './search-text.ts';
import { chosen } from './sources.ts';
import type { Plan } from './take.ts';

/** How to go about a search, wherever its matches may be. */
export async function planOf(reader: Reader, search: Search): Promise<Plan> {
  return {
    visibility: search.visibility,
    source: await chooseSource(reader, search),
    conditions: conditionsOf(search),
  };
}

/** The same among some messages only. */
export function planAmong(search: Search, ids: readonly number[]): Plan {
  return {
    visibility: search.visibility,
    source: chosen(search.visibility, ids),
    conditions: conditionsOf(search),
  };
}

function conditionsOf({ visibility, terms, text, universe }: Search): Plan['conditions'] {
  return [
    ...(universe === 'own' ? [sql`(${visibility.isOwn})`] : []),
    ...terms.map((term) => conditionOf(visibility, term)),
    ...(text === undefined ? [] : [isFound(visibility.realmId, text)]),
  ];
}
