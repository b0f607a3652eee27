import { sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { only } from '../../log/audience.ts';
import { MARKS } from '../flags.ts';
import { clearMark } from './marks.ts';

/** Everything that somebody has becomes read, however much it is. */
export const markAllRead = async (tx: Tx, personId: number): Promise<void> => {
  await tx.all(sql`select mark_all_read(${tx.realmId}, ${personId})`);
  const marked = await tx.all(
    sql<{ message_id: number }>`
      select message_id from message_mark
      where realm_id = ${tx.realmId} and person_id = ${personId} and flags & ${sql.lit(MARKS.unread)} > 0`,
  );
  await clearMark(
    tx,
    personId,
    marked.map(({ message_id }) => message_id),
    MARKS.unread,
  );
  tx.emit(only(personId), {
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: [],
    all: true,
  });
};
