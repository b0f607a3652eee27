import type { SavedSnippet } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';

export function snippetsOf(reader: Reader, user: Pick<UserRow, 'realm_id' | 'id'>): Promise<SnippetRow[]> {
  return reader.all(
    q
      .selectFrom('saved_snippet')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('id'),
  );
}

export type SnippetRow = Selectable<Schema['saved_snippet']>;

export function presentSnippet({ id, title, content, created_at }: SnippetRow): SavedSnippet {
  return {
    id,
    title,
    content,
    date_created: Math.floor(created_at.getTime() / 1000),
  };
}

export const savedSnippetsState: ReadState<'saved_snippets'> = async ({ reader, user }) => ({
  saved_snippets: (await snippetsOf(reader, user)).map(presentSnippet),
});
