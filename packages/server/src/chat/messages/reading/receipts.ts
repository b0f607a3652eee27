import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { accessMessage } from '../access.ts';
import { USER_FLAGS } from '../flags.ts';
import type { MessageRow } from '../message.ts';

/** Users who have read a message and share read receipts, except its sender and users muted in either direction. */
export async function readReceipts(reader: Reader, actor: Actor, id: number): Promise<number[]> {
  const { message } = await accessMessage(reader, actor, id);
  if (!realmSettingsOf(actor.realm).enable_read_receipts)
    throw badRequest('Read receipts are disabled in this organization.');
  const rows = await reader.all(
    sql<{ id: number }>`
      select p.id from (${readers(message)}) as r
      join realm_user p on p.realm_id = ${message.realm_id} and p.id = r.user_id
      where p.is_active and p.id <> ${message.sender_id}
        and coalesce((p.settings->>'send_read_receipts')::boolean, true)
        and not exists (
          select from muted_user x where x.realm_id = ${message.realm_id} and (
            x.user_id = p.id and x.muted_id = ${actor.user.id}
            or x.user_id = ${actor.user.id} and x.muted_id = p.id
          )
        )
      order by p.id`,
  );
  return rows.map((row) => row.id);
}

/** Users who received and have read the message, or have it as history. */
function readers({ realm_id, id, home_id, ordinal }: MessageRow) {
  return sql`
  select h.user_id from (
    ${received(realm_id, home_id, ordinal, true)} union all ${received(realm_id, home_id, ordinal, false)}
    union all
    select unnest(users) from conversation where realm_id = ${realm_id} and id = ${home_id}
  ) as h (user_id)
  left join read_state s on s.realm_id = ${realm_id} and s.user_id = h.user_id
    and s.conversation_id = ${home_id}
  left join read_block b on b.realm_id = ${realm_id} and b.user_id = h.user_id
    and b.conversation_id = ${home_id} and b.block = ${ordinal}::bigint / 4096
  where (coalesce(s.prefix, 0) >= ${ordinal})
    <> coalesce(get_bit(b.bits, (${ordinal}::bigint % 4096)::integer) = 1, false)
  union
  select user_id from message_user_flag
  where realm_id = ${realm_id} and message_id = ${id} and flags & ${sql.lit(USER_FLAGS.historical)} > 0
    and flags & ${sql.lit(USER_FLAGS.unread)} = 0`;
}

/** Current and former subscribers are queried separately, because each has its own index. */
function received(realmId: number, homeId: number, ordinal: number, isActive: boolean) {
  return sql`
  select s.user_id from channel c
  join subscription s on s.realm_id = c.realm_id and s.channel_id = c.id and s.is_active = ${sql.lit(isActive)}
  where c.realm_id = ${realmId} and c.conversation_id = ${homeId} and s.ordinals @> ${ordinal}::bigint`;
}
