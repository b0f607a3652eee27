import { limits } from '@parley/contract/limits.ts';
import type { DraftInput } from '@parley/contract/objects/draft.ts';
import { accessDraft, lockDraftsSetting } from './access.ts';
import { checkDraft, type CheckedDraft, checkWellFormed } from './content.ts';
import { recipientsOf } from './recipients.ts';
import { type DraftRow, presentDraft } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { checkOwnText, countOwn } from '../../organization/users/own-rows.ts';

/** Each row has seven of the 65,535 parameters that a statement may have. */
const INSERT_BATCH_SIZE = 1000;

export async function createDrafts(
  tx: Tx,
  actor: Actor,
  inputs: readonly DraftInput[],
  now: number,
): Promise<DraftRow[]> {
  await lockDraftsSetting(tx, actor);
  inputs.forEach(checkWellFormed);
  if ((await countOwn(tx, actor, 'draft')) + inputs.length > limits.drafts)
    throw badRequest(`You can have at most ${limits.drafts} drafts. Delete some first.`);
  const columns = await columnsOf(
    tx,
    actor,
    inputs.map((input) => checkDraft(input, now)),
  );
  const owner = { realm_id: tx.realmId, user_id: actor.user.id };
  const rows: DraftRow[] = [];
  for (let from = 0; from < columns.length; from += INSERT_BATCH_SIZE) {
    const values = columns.slice(from, from + INSERT_BATCH_SIZE).map((draft) => ({ ...owner, ...draft }));
    rows.push(...(await tx.all(q.insertInto('draft').values(values).returningAll())));
  }
  await checkOwnText(tx, actor, 'draft', 'drafts');
  tx.emit(only(actor.user.id), { type: 'drafts', op: 'add', drafts: rows.map(presentDraft) });
  return rows;
}

export async function editDraft(
  tx: Tx,
  actor: Actor,
  id: number,
  input: DraftInput,
  now: number,
): Promise<void> {
  checkWellFormed(input);
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
  await checkOwnText(tx, actor, 'draft', 'drafts');
  for (const row of changed) {
    tx.emit(only(actor.user.id), { type: 'drafts', op: 'update', draft: presentDraft(row) });
  }
}

export async function deleteDraft(tx: Tx, actor: Actor, id: number): Promise<void> {
  await accessDraft(tx, actor, id);
  await tx.all(q.deleteFrom('draft').where('realm_id', '=', tx.realmId).where('id', '=', id));
  tx.emit(only(actor.user.id), { type: 'drafts', op: 'remove', draft_id: id });
}

type Columns = Pick<DraftRow, 'type' | 'recipients' | 'topic' | 'content' | 'edited_at'>;

async function columnsOf(tx: Tx, actor: Actor, drafts: readonly CheckedDraft[]): Promise<Columns[]> {
  const recipients = await recipientsOf(tx, actor, drafts);
  return drafts.map(({ type, topic, content, editedAt }, index) => ({
    type,
    recipients: recipients[index] ?? [],
    topic,
    content,
    edited_at: editedAt,
  }));
}
