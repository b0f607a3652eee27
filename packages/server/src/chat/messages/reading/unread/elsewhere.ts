import { sql, type Reader } from '../../../../engine/db/sql.ts';
import { USER_FLAGS } from '../../flags.ts';
import type { Owner } from './owner.ts';
import { unreadColumns, withUserFlags, type UnreadRow } from './row.ts';

/** Unread channel messages that were not received in their current channel: flagged as unread, or moved there. */
export async function unreadElsewhere(reader: Reader, owner: Owner): Promise<readonly UnreadRow[]> {
  const { realmId, userId } = owner;
  const rows = await reader.all(
    sql<UnreadRow>`
      with candidate as materialized (
        select message_id as id from message_user_flag
        where realm_id = ${realmId} and user_id = ${userId} and flags & ${sql.lit(USER_FLAGS.unread)} > 0
        union
        select m.id from subscription s
        join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
        join message m on m.realm_id = ${realmId} and m.conversation_id = c.conversation_id
          and m.arrived_at is not null and m.home_id <> m.conversation_id
        where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_active
      ), found as materialized (
        select m.* from candidate join message m on m.realm_id = ${realmId} and m.id = candidate.id
      )
      select ${unreadColumns} from found m ${withUserFlags(owner)}
      where coalesce(k.flags & ${sql.lit(USER_FLAGS.unread)} > 0, false) or (
        received_by(${realmId}, ${userId}, m.home_id) @> m.ordinal
        and not is_read(${realmId}, ${userId}, m.home_id, m.ordinal)
      )`,
  );
  return rows.filter(({ channel_id }) => channel_id !== null);
}
