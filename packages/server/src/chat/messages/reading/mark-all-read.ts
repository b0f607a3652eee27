import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { only } from '../../../engine/log/audience.ts';
import { USER_FLAGS } from '../flags.ts';
import { clearUserFlag } from './user-flags.ts';

/** Marks all messages of a user as read. */
export async function markAllRead(tx: Tx, userId: number): Promise<void> {
  await tx.all(sql`select mark_all_read(${tx.realmId}, ${userId})`);
  const marked = await tx.all(
    sql<{ message_id: number }>`
      select message_id from message_user_flag
      where realm_id = ${tx.realmId} and user_id = ${userId} and flags & ${sql.lit(USER_FLAGS.unread)} > 0`,
  );
  await clearUserFlag(
    tx,
    userId,
    marked.map(({ message_id }) => message_id),
    USER_FLAGS.unread,
  );
  tx.emit(only(userId), {
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: [],
    all: true,
  });
}
