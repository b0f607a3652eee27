import { limits } from '@parley/contract/limits.ts';
import { presentReminder, type ReminderRow } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest, notFound } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';
import { checkOwnText, countOwn, deleteOwn } from '../../organization/users/own-rows.ts';

export async function createReminder(
  tx: Tx,
  actor: Actor,
  columns: Pick<ReminderRow, 'message_id' | 'note' | 'content' | 'rendered' | 'due_at'>,
): Promise<number> {
  await lockSelf(tx, actor);
  if ((await countOwn(tx, actor, 'reminder')) >= limits.reminders)
    throw badRequest(`You can have at most ${limits.reminders} reminders.`);
  const row = await tx.first(
    q
      .insertInto('reminder')
      .values({ realm_id: tx.realmId, user_id: actor.user.id, ...columns })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The reminder row was not inserted.');
  await checkOwnText(tx, actor, 'reminder', 'reminders');
  tx.emit(only(actor.user.id), { type: 'reminders', op: 'add', reminders: [presentReminder(row)] });
  return row.id;
}

export async function deleteReminder(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await removeReminder(tx, actor, id))) throw notFound('There is no such reminder.');
}

/** Returns whether the reminder existed. */
export async function removeReminder(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const isRemoved = await deleteOwn(tx, actor, 'reminder', id);
  if (isRemoved) tx.emit(only(actor.user.id), { type: 'reminders', op: 'remove', reminder_id: id });
  return isRemoved;
}
