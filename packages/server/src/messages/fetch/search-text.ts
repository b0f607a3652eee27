import { sql, type Reader } from '../../db/sql.ts';
import type { Fragment } from './sight.ts';

/** What is searched for in texts. */
export type SearchText = {
  readonly text: string;
  /** The words that count, as PostgreSQL writes them; all of them must occur. */
  readonly lexemes: readonly string[];
  /** What must also occur literally. */
  readonly phrases: readonly string[];
};

/** Finds out which words of a search count. It is text only: nothing in it is an operator. */
export const searchTextOf = async (reader: Reader, search: string): Promise<SearchText> => {
  const row = await reader.first(
    sql<{ lexemes: string[] }>`
      select tsvector_to_array(to_tsvector('pg_catalog.english', ${search})) as lexemes`,
  );
  return { text: search, lexemes: row?.lexemes ?? [], phrases: phrasesIn(search) };
};

export const phrasesIn = (search: string): string[] =>
  Array.from(search.matchAll(/"([^"]+)"/g), ([, phrase]) => phrase ?? '').filter(
    (phrase) => phrase.trim() !== '',
  );

export const queryOf = ({ text }: SearchText): Fragment =>
  sql`plainto_tsquery('pg_catalog.english', ${text})`;

/** Whether a message `m` holds what is searched for. */
export const isFound = (realmId: number, search: SearchText): Fragment => {
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
};
