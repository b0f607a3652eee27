import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Fragment } from './message-visibility.ts';

/** The full-text part of a search. */
export type SearchText = {
  readonly text: string;
  /** PostgreSQL lexemes without stop words; all of them must occur. */
  readonly lexemes: readonly string[];
  /** Quoted phrases that must occur literally. */
  readonly phrases: readonly string[];
};

/** Parses search text into lexemes and phrases; it has no operators. */
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

/** SQL condition: message `m` matches the search text. */
export function isFound(realmId: number, search: SearchText): Fragment {
  const { lexemes, phrases } = search;
  if (lexemes.length === 0 && phrases.length === 0) return sql`false`;
  const words = lexemes.length === 0 ? [] : [sql`x.search @@ ${queryOf(search)}`];
  const literally = phrases.map((phrase) => {
    const pattern = `%${phrase.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return sql`(x.content ilike ${pattern} or x.topic ilike ${pattern})`;
  });
  // A scalar subquery, because with `exists` PostgreSQL overestimates the candidates and scans all messages.
  return sql`(
    select ${sql.join([...words, ...literally], sql` and `)}
    from message x where x.realm_id = ${realmId} and x.id = m.id)`;
}
