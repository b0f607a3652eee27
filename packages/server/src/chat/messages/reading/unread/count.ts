import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Home } from './homes.ts';
import type { Owner } from './owner.ts';
import type { UnreadSettings } from './unread-settings.ts';
import type { UnreadRow } from './row.ts';

/**
 * How many unread messages count, where they are too many to be listed: what conversations count, corrected by
 * what was moved or marked, and by topics about which there are wishes.
 */
export async function countUnread(
  reader: Reader,
  owner: Owner,
  places: UnreadSettings,
  homes: readonly Home[],
  elsewhere: readonly UnreadRow[],
): Promise<number> {
  const whole = homes.filter(({ is_muted }) => !is_muted).reduce((sum, { count }) => sum + count, 0);
  const come = elsewhere.filter((row) => !places.isMutedChannel(row.channel_id)).length;
  const left = await countLeft(reader, owner);
  const wished = await countWished(reader, owner);
  return whole + come - left + wished;
}

type Count = { n: number };

/** Unread in the count of a channel that is not muted, but moved elsewhere. */
async function countLeft(reader: Reader, { realmId, userId, seesArchived }: Owner): Promise<number> {
  const row = await reader.first(
    sql<Count>`
      select count(*) as n from subscription s
      join channel c on c.realm_id = s.realm_id and c.id = s.channel_id and (not c.is_archived or ${seesArchived})
      join message m on m.realm_id = ${realmId} and m.home_id = c.conversation_id
        and m.conversation_id <> m.home_id
      where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_active and not s.is_muted
        and s.ordinals @> m.ordinal and not is_read(${realmId}, ${userId}, m.home_id, m.ordinal)`,
  );
  return row?.n ?? 0;
}

/** Topics that count in a muted channel, less those that do not in another one. */
async function countWished(reader: Reader, { realmId, userId }: Owner): Promise<number> {
  const row = await reader.first(
    sql<Count>`
      select coalesce(sum(
        unread_in_topic(${realmId}, ${userId}, t.channel_id, lower(t.topic)) * case when t.policy = 1 then -1 else 1 end
      ), 0)::bigint as n
      from topic_policy t
      join channel c on c.realm_id = t.realm_id and c.id = t.channel_id and not c.is_archived
      join subscription s on s.realm_id = t.realm_id and s.user_id = t.user_id
        and s.channel_id = t.channel_id and s.is_active and s.is_muted = (t.policy <> 1)
      where t.realm_id = ${realmId} and t.user_id = ${userId}`,
  );
  return row?.n ?? 0;
}
