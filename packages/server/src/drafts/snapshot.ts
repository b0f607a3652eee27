import { limits } from '@parley/contract/limits.ts';
import { q } from '../db/sql.ts';
import type { ReadState } from '../queues/snapshot.ts';
import { presentDraft } from './present.ts';

/** The newest drafts, the last edited first. */
export const draftsState: ReadState<'drafts'> = async ({ reader, person }) => {
  const rows = await reader.all(
    q
      .selectFrom('draft')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .orderBy('edited_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limits.draftsInRegister),
  );
  return { drafts: rows.map(presentDraft) };
};
