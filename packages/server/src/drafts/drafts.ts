import type { DraftInput } from '@parley/contract/objects/draft.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { Actor } from '../people/person.ts';
import { accessDraft } from './access.ts';
import { checkDraft, type CheckedDraft } from './content.ts';
import { presentDraft, type DraftRow } from './present.ts';
import { recipientsOf } from './recipients.ts';

export const createDrafts = async (
  tx: Tx,
  actor: Actor,
  inputs: readonly DraftInput[],
  now: number,
): Promise<DraftRow[]> => {
  const rows: DraftRow[] = [];
  for (const draft of inputs.map((input) => checkDraft(input, now))) {
    const values = {
      realm_id: tx.realmId,
      person_id: actor.person.id,
      ...(await columnsOf(tx, actor, draft)),
    };
    rows.push(...(await tx.all(q.insertInto('draft').values(values).returningAll())));
  }
  tx.emit(only(actor.person.id), { type: 'drafts', op: 'add', drafts: rows.map(presentDraft) });
  return rows;
};

export const editDraft = async (
  tx: Tx,
  actor: Actor,
  id: number,
  input: DraftInput,
  now: number,
): Promise<void> => {
  const { id: known } = await accessDraft(tx, actor, id);
  const columns = await columnsOf(tx, actor, checkDraft(input, now));
  const changed = await tx.all(
    q
      .updateTable('draft')
      .set(columns)
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', known)
      .returningAll(),
  );
  for (const row of changed) {
    tx.emit(only(actor.person.id), { type: 'drafts', op: 'update', draft: presentDraft(row) });
  }
};

export const deleteDraft = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  const { id: known } = await accessDraft(tx, actor, id);
  const gone = await tx.all(
    q.deleteFrom('draft').where('realm_id', '=', tx.realmId).where('id', '=', known).returning('id'),
  );
  for (const row of gone) {
    tx.emit(only(actor.person.id), { type: 'drafts', op: 'remove', draft_id: row.id });
  }
};

const columnsOf = async (
  tx: Tx,
  actor: Actor,
  draft: CheckedDraft,
): Promise<Pick<DraftRow, 'type' | 'recipients' | 'topic' | 'content' | 'edited_at'>> => ({
  type: draft.type,
  recipients: await recipientsOf(tx, actor, draft),
  topic: draft.topic,
  content: draft.content,
  edited_at: draft.editedAt,
});
