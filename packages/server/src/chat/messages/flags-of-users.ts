import { sql, type Reader } from '../../engine/db/sql.ts';
import type { FlagsByUser } from '../../delivery/event-adapter.ts';
import { flagNames, USER_FLAGS, MESSAGE_FLAGS } from './flags.ts';

type Row = {
  user_id: number;
  user_flags: number;
  message_flags: number;
  is_received: boolean;
  is_read: boolean;
};

/** The flags of a message for each of the given users. A user who did not receive the message has it as read. */
export async function flagsOfUsers(
  reader: Reader,
  realmId: number,
  messageId: number,
  userIds: readonly number[],
): Promise<FlagsByUser> {
  const rows = await reader.all(
    sql<Row>`
      select p.id as user_id, coalesce(k.flags, 0) as user_flags, m.message_flags,
        m.channel_id is null or coalesce(s.ordinals @> m.ordinal, false) as is_received,
        is_read(m.realm_id, p.id, m.home_id, m.ordinal) as is_read
      from message m
      cross join unnest(${[...userIds]}::bigint[]) as p (id)
      left join channel c on c.realm_id = m.realm_id and c.conversation_id = m.home_id
      left join subscription s on s.realm_id = m.realm_id and s.user_id = p.id and s.channel_id = c.id
      left join message_user_flag k on k.realm_id = m.realm_id and k.user_id = p.id and k.message_id = m.id
      where m.realm_id = ${realmId} and m.id = ${messageId}`,
  );
  return new Map(rows.map((row) => [row.user_id, flagNames(factsOf(row))]));
}

function factsOf({ user_flags, message_flags, is_received, is_read }: Row) {
  return {
    isRead: is_received ? is_read : (user_flags & USER_FLAGS.unread) === 0,
    userFlags: user_flags,
    everyone: is_received && (message_flags & MESSAGE_FLAGS.everyone) > 0,
  };
}
