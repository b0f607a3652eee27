import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Fragment } from './message-visibility.ts';

/** What is searched for in texts. */
export type SearchText = {
  readonly text: string;
  /** The words that count, as PostgreSQL writes them; all of them must occur. */
  readonly lexemes: readonly string[];
  /** What must also occur literally. */
  readonly phrases: readonly string[];
};

/** Finds out which words of a search count. It is text only: nothing in it is an operator. */
export async function searchTextOf(reader: Reader, search: string): Promise<SearchText> {
  const row = await reader.first(
    sql<{ lexemes: string[] }>`
      select tsvector_to_array(to_tsvector('pg_catalog.english', ${search})) as lexemes`,
  );
  return { text: search, lexemes: row?.lexemes ?? [], phrases: phrasesIn(search) };
}

export function phrasesIn(search: string): string[] {
  return Array.from(search.matchAll(/"([^"]+)"/g), ([, phrase]) => phrase ?? '').filter(
    (phrase) => phrase.trim() !== '',
  );
}

export function queryOf({ text }: SearchText): Fragment {
  return sql`plainto_tsquery('pg_catalog.english', ${text})`;
}

/** Whether a message `m` holds what is searched for. */
export function isFound(realmId: number, search: SearchText): Fragment {
  const { lexemes, phrases } = search;
  if (lexemes.length === 0 && phrases.length === 0) return sql`false`;
  const words = lexemes.length === 0 ? [] : [sql`x.search @@ ${queryOf(search)}`];
  const literally = phrases.map((phrase) => {
    const pattern = `%${phrase.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return sql`(x.content ilike ${pattern} or x.topic ilike ${pattern})`;
  });
  // Not `exists`: PostgreSQL expects far more candidates than there are, and would rather read all messages for them.
  return sql`(
    select ${sql.join([...words, ...literally], sql` and `)}
    from message x where x.realm_id = ${realmId} and x.id = m.id)`;
}
