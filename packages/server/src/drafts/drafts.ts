import type { DraftInput } from '@parley/contract/objects/draft.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { accessDraft, lockWish } from './access.ts';
import { checkDraft, refuseMalformed, type CheckedDraft } from './content.ts';
import { presentDraft, type DraftRow } from './present.ts';
import { recipientsOf } from './recipients.ts';

/** Rows of one insert: seven parameters each, of the 65,535 that a statement may have. */
const ROWS_AT_ONCE = 1000;

export const createDrafts = async (
  tx: Tx,
  actor: Actor,
  inputs: readonly DraftInput[],
  now: number,
): Promise<DraftRow[]> => {
  await lockWish(tx, actor);
  inputs.forEach(refuseMalformed);
  const columns = await columnsOf(
    tx,
    actor,
    inputs.map((input) => checkDraft(input, now)),
  );
  const owner = { realm_id: tx.realmId, person_id: actor.person.id };
  const rows: DraftRow[] = [];
  for (let from = 0; from < columns.length; from += ROWS_AT_ONCE) {
    const values = columns.slice(from, from + ROWS_AT_ONCE).map((draft) => ({ ...owner, ...draft }));
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
  refuseMalformed(input);
  await accessDraft(tx, actor, id);
  const [columns = {}] = await columnsOf(tx, actor, [checkDraft(input, now)]);
  const changed = await tx.all(
    q
      .updateTable('draft')
      .set(columns)
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .returningAll(),
  );
  for (const row of changed) {
    tx.emit(only(actor.person.id), { type: 'drafts', op: 'update', draft: presentDraft(row) });
  }
};

export const deleteDraft = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  await accessDraft(tx, actor, id);
  await tx.all(q.deleteFrom('draft').where('realm_id', '=', tx.realmId).where('id', '=', id));
  tx.emit(only(actor.person.id), { type: 'drafts', op: 'remove', draft_id: id });
};

/**
 * For somebody who no longer wants drafts on the server; after the setting was changed, so that none can be added
 * meanwhile. There is no event: clients keep their own copies, and the setting tells them that those are all.
 */
export const forgetDrafts = async (tx: Tx, person: Pick<PersonRow, 'id'>): Promise<void> => {
  await tx.all(q.deleteFrom('draft').where('realm_id', '=', tx.realmId).where('person_id', '=', person.id));
};

type Columns = Pick<DraftRow, 'type' | 'recipients' | 'topic' | 'content' | 'edited_at'>;

const columnsOf = async (tx: Tx, actor: Actor, drafts: readonly CheckedDraft[]): Promise<Columns[]> => {
  const recipients = await recipientsOf(tx, actor, drafts);
  return drafts.map(({ type, topic, content, editedAt }, index) => ({
    type,
    recipients: recipients[index] ?? [],
    topic,
    content,
    edited_at: editedAt,
  }));
};
