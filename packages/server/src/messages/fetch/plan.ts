import { sql, type Reader } from '../../db/sql.ts';
import { chooseSource } from './choose-source.ts';
import { conditionOf } from './conditions.ts';
import type { Search } from './search.ts';
import { isFound } from './search-text.ts';
import { chosen } from './sources.ts';
import type { Plan } from './take.ts';

/** How to go about a search, wherever its matches may be. */
export const planOf = async (reader: Reader, search: Search): Promise<Plan> => ({
  sight: search.sight,
  source: await chooseSource(reader, search),
  conditions: conditionsOf(search),
});

/** The same among some messages only. */
export const planAmong = (search: Search, ids: readonly number[]): Plan => ({
  sight: search.sight,
  source: chosen(search.sight, ids),
  conditions: conditionsOf(search),
});

const conditionsOf = ({ sight, terms, text, universe }: Search): Plan['conditions'] => [
  ...(universe === 'own' ? [sql`(${sight.isOwn})`] : []),
  ...terms.map((term) => conditionOf(sight, term)),
  ...(text === undefined ? [] : [isFound(sight.realmId, text)]),
];
