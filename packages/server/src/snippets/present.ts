import type { SavedSnippet } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type SnippetRow = Selectable<Schema['saved_snippet']>;

export const presentSnippet = ({ id, title, content, created_at }: SnippetRow): SavedSnippet => ({
  id,
  title,
  content,
  date_created: Math.floor(created_at.getTime() / 1000),
});
