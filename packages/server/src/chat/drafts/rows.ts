import { limits } from '@parley/contract/limits.ts';
import { type Draft, draftType } from '@parley/contract/objects/draft.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q } from '../../engine/db/sql.ts';
import type { ReadState } from '../../http/snapshot.ts';

export type DraftRow = Selectable<Schema['draft']>;

export function presentDraft(row: DraftRow): Draft {
  return {
    id: row.id,
    type: draftType.parse(row.type),
    to: row.recipients,
    topic: row.topic,
    content: row.content,
    timestamp: Math.floor(row.edited_at.getTime() / 1000),
  };
}

/** The most recently edited drafts, newest first. */
export const draftsState: ReadState<'drafts'> = async ({ reader, user }) => {
  const rows = await reader.all(
    q
      .selectFrom('draft')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('edited_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limits.draftsInRegister),
  );
  return { drafts: rows.map(presentDraft) };
};
