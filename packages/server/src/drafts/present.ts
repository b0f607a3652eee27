import { draftType, type Draft } from '@parley/contract/objects/draft.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type DraftRow = Selectable<Schema['draft']>;

export const presentDraft = (row: DraftRow): Draft => ({
  id: row.id,
  type: draftType.parse(row.type),
  to: row.recipients,
  topic: row.topic,
  content: row.content,
  timestamp: Math.floor(row.edited_at.getTime() / 1000),
});
