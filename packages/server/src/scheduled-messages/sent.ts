import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { ScheduledRow } from './present.ts';

/** What was taken to be sent has changed or is gone: another node sent it, or its owner changed it. */
export class Outdated extends Error {}

/** Removes what is sent in the same transaction, if it is still what was taken. */
export const deleteSent = async (tx: Tx, { id, version, person_id }: ScheduledRow): Promise<void> => {
  const row = await tx.first(
    q
      .deleteFrom('scheduled_message')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
  );
  if (row === undefined) throw new Outdated('The scheduled message is no longer what it was.');
  await tx.all(q.insertInto('scheduled_message_sent').values({ realm_id: tx.realmId, id, person_id }));
  tx.emit(only(person_id), { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id });
};
