import { NEWEST } from '@parley/server/chat/messages/fetch/anchor.ts';
import { lightColumns } from '@parley/server/chat/messages/fetch/message-visibility.ts';
import { planOf } from '@parley/server/chat/messages/fetch/plan.ts';
import { prepareSearch } from '@parley/server/chat/messages/fetch/search.ts';
import { looseLimit, within, type MessageSource } from '@parley/server/chat/messages/fetch/source.ts';
import { take } from '@parley/server/chat/messages/fetch/take.ts';
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

/** The same page by the full-text search of PostgreSQL. */
export async function searchVectors(reader: Reader, searcher: Searcher, search: string): Promise<number[]> {
  const prepared = await prepareSearch(reader, searcher, { terms: [], search });
  if (prepared === undefined) return [];
  const { visibility } = prepared;
  const source: MessageSource = {
    limit: looseLimit,
    candidates: (window) => ({
      reach: 'end',
      rows: sql`select ${lightColumns} from vector_message m
        where m.realm_id = ${visibility.realmId} and ${within(sql`m.id`, window)}
          and m.search @@ websearch_to_tsquery('pg_catalog.english', ${search})`,
    }),
  };
  const plan = { visibility, source, conditions: [sql`(${visibility.isOwn})`], units: undefined };
  return take(reader, plan, 'older', NEWEST, PAGE);
}
