import { limits } from '@parley/contract/limits.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { holdSelf } from '../people/hold-self.ts';
import { countOwn, deleteOwn } from '../people/own-rows.ts';
import type { Actor } from '../people/person.ts';
import { badRequest, notFound } from '../problem.ts';
import { presentReminder, type ReminderRow } from './present.ts';

export const createReminder = async (
  tx: Tx,
  actor: Actor,
  columns: Pick<ReminderRow, 'message_id' | 'note' | 'content' | 'rendered' | 'due_at'>,
): Promise<number> => {
  await holdSelf(tx, actor);
  if ((await countOwn(tx, actor, 'reminder')) >= limits.reminders)
    throw badRequest(`Nobody has more than ${limits.reminders} reminders.`);
  const row = await tx.first(
    q
      .insertInto('reminder')
      .values({ realm_id: tx.realmId, person_id: actor.person.id, ...columns })
      .returningAll(),
  );
  if (row === undefined) throw new Error('PostgreSQL stored nothing.');
  tx.emit(only(actor.person.id), { type: 'reminders', op: 'add', reminders: [presentReminder(row)] });
  return row.id;
};

export const deleteReminder = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  if (!(await removeReminder(tx, actor, id))) throw notFound('There is no such reminder.');
};

/** Answers whether there was one. */
export const removeReminder = async (tx: Tx, actor: Actor, id: number): Promise<boolean> => {
  const isGone = await deleteOwn(tx, actor, 'reminder', id);
  if (isGone) tx.emit(only(actor.person.id), { type: 'reminders', op: 'remove', reminder_id: id });
  return isGone;
};
