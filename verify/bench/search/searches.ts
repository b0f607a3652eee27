import { lexemesOf, byWords } from '@parley/server/chat/messages/fetch/by-words.ts';
import { NEWEST } from '@parley/server/chat/messages/fetch/anchor.ts';
import { planOf } from '@parley/server/chat/messages/fetch/plan.ts';
import { prepareSearch } from '@parley/server/chat/messages/fetch/search.ts';
import { take } from '@parley/server/chat/messages/fetch/take.ts';
import { looseLimit } from '@parley/server/chat/messages/fetch/source.ts';
import type { Searcher } from '@parley/server/chat/messages/narrow/resolve.ts';
import { sql, type Reader } from '@parley/server/engine/db/sql.ts';
import { wordAt } from './texts.ts';

const PAGE = 50;

/** Searches by name; frequent words have low ranks. */
export const SEARCHES: Readonly<Record<string, string>> = {
  'rare word': wordAt(30_001),
  'word in 0.1 %': wordAt(900),
  'word in 2 %': wordAt(50),
  'two words in 2 %': `${wordAt(50)} ${wordAt(55)}`,
  'phrase of these': `"${wordAt(50)} ${wordAt(55)}"`,
  'beginning of a word': wordAt(900).slice(0, -1),
  'two signs': '天気',
  'issue key': 'PROJ-1001',
  'no hit': 'absentword',
};

/** The newest page of messages by the index. */
export async function searchNow(reader: Reader, searcher: Searcher, search: string): Promise<number[]> {
  const prepared = await prepareSearch(reader, searcher, { terms: [], search });
  return prepared === undefined ? [] : take(reader, await planOf(reader, prepared), 'older', NEWEST, PAGE);
}

/** The same page as release 0.2.0 finds it: lexemes of PostgreSQL, and phrases by their characters. */
export async function searchBefore(reader: Reader, searcher: Searcher, search: string): Promise<number[]> {
  const prepared = await prepareSearch(reader, searcher, { terms: [], search });
  if (prepared === undefined) return [];
  const { visibility } = prepared;
  const lexemes = await lexemesOf(reader, search);
  const phrases = Array.from(
    search.matchAll(/"([^"]+)"/g),
    ([, phrase]) => sql` and x.content ilike ${`%${phrase}%`}`,
  );
  const isFound = sql`(select x.search @@ plainto_tsquery('pg_catalog.english', ${search})
    ${sql.join([sql``, ...phrases], sql``)} from message x where x.realm_id = ${visibility.realmId} and x.id = m.id)`;
  const head = await reader.first(
    sql<{ head: number }>`select head from realm_head where realm_id = ${visibility.realmId}`,
  );
  const source = { ...byWords(visibility, lexemes, head?.head ?? 0), limit: looseLimit };
  const conditions = [sql`(${visibility.isOwn})`, isFound];
  return take(reader, { visibility, source, conditions, units: undefined }, 'older', NEWEST, PAGE);
}
