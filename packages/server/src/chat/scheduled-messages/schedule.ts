import { limits } from '@parley/contract/limits.ts';
import { missingError } from './access.ts';
import type { Prepared } from './prepare.ts';
import { presentScheduled, type ScheduledRow } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';
import { checkOwnText, countOwn, deleteOwn } from '../../organization/users/own-rows.ts';

export async function schedule(
  tx: Tx,
  actor: Actor,
  columns: Prepared & Pick<ScheduledRow, 'client' | 'is_read_by_sender' | 'due_at'>,
): Promise<number> {
  await lockSelf(tx, actor);
  if ((await countOwn(tx, actor, 'scheduled_message')) >= limits.scheduledMessages)
    throw badRequest(`You can have at most ${limits.scheduledMessages} scheduled messages.`);
  const row = await tx.first(
    q
      .insertInto('scheduled_message')
      .values({ realm_id: tx.realmId, user_id: actor.user.id, ...columns })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The scheduled message row was not inserted.');
  await checkOwnText(tx, actor, 'scheduled_message', 'scheduled messages');
  tx.emit(only(actor.user.id), {
    type: 'scheduled_messages',
    op: 'add',
    scheduled_messages: [presentScheduled(row)],
  });
  return row.id;
}

/** Updates a message if its version is unchanged; returns whether it was. */
export async function reschedule(
  tx: Tx,
  { user }: Actor,
  { id, version }: Pick<ScheduledRow, 'id' | 'version'>,
  changes: Partial<Prepared & Pick<ScheduledRow, 'due_at' | 'has_failed'>>,
): Promise<boolean> {
  const row = await tx.first(
    q
      .updateTable('scheduled_message')
      .set({ ...changes, taken_until: null, version: version + 1 })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('version', '=', version)
      .returningAll(),
  );
  if (row === undefined) return false;
  if (changes.content !== undefined)
    await checkOwnText(tx, { user }, 'scheduled_message', 'scheduled messages');
  tx.emit(only(user.id), {
    type: 'scheduled_messages',
    op: 'update',
    scheduled_message: presentScheduled(row),
  });
  return true;
}

export async function deleteScheduled(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { user } = actor;
  if (!(await deleteOwn(tx, actor, 'scheduled_message', id))) throw await missingError(tx, user, id);
  tx.emit(only(user.id), { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id });
}
