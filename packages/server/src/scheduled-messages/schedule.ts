import { limits } from '@parley/contract/limits.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { holdSelf } from '../people/hold-self.ts';
import { countOwn, deleteOwn } from '../people/own-rows.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { whyMissing } from './access.ts';
import type { Prepared } from './prepare.ts';
import { presentScheduled, type ScheduledRow } from './present.ts';

export const schedule = async (
  tx: Tx,
  actor: Actor,
  columns: Prepared & Pick<ScheduledRow, 'client' | 'is_read_by_sender' | 'due_at'>,
): Promise<number> => {
  await holdSelf(tx, actor);
  if ((await countOwn(tx, actor, 'scheduled_message')) >= limits.scheduledMessages)
    throw badRequest(`Nobody schedules more than ${limits.scheduledMessages} messages.`);
  const row = await tx.first(
    q
      .insertInto('scheduled_message')
      .values({ realm_id: tx.realmId, person_id: actor.person.id, ...columns })
      .returningAll(),
  );
  if (row === undefined) throw new Error('PostgreSQL stored nothing.');
  tx.emit(only(actor.person.id), {
    type: 'scheduled_messages',
    op: 'add',
    scheduled_messages: [presentScheduled(row)],
  });
  return row.id;
};

/** Changes what is still as it was when the change was thought out; answers whether it was. */
export const reschedule = async (
  tx: Tx,
  { person }: Actor,
  { id, version }: Pick<ScheduledRow, 'id' | 'version'>,
  changes: Partial<Prepared & Pick<ScheduledRow, 'due_at' | 'has_failed'>>,
): Promise<boolean> => {
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
  tx.emit(only(person.id), {
    type: 'scheduled_messages',
    op: 'update',
    scheduled_message: presentScheduled(row),
  });
  return true;
};

export const deleteScheduled = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  const { person } = actor;
  if (!(await deleteOwn(tx, actor, 'scheduled_message', id))) throw await whyMissing(tx, person, id);
  tx.emit(only(person.id), { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id });
};
