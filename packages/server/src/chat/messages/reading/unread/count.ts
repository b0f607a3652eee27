import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Home } from './homes.ts';
import type { Owner } from './owner.ts';
import type { UnreadSettings } from './unread-settings.ts';
import type { UnreadRow } from './row.ts';

/**
 * The number of unread messages that are not muted, when they are too many to list: the counts of all conversations,
 * corrected for moved and flagged messages and for topics with a visibility policy.
 */
export async function countUnread(
  reader: Reader,
  owner: Owner,
  settings: UnreadSettings,
  homes: readonly Home[],
  elsewhere: readonly UnreadRow[],
): Promise<number> {
  const inHomes = await countInHomes(
    reader,
    owner,
    homes.filter(({ is_muted }) => !is_muted),
  );
  const movedIn = elsewhere.filter((row) => !settings.isMutedChannel(row.channel_id)).length;
  const movedOut = await countMovedOut(reader, owner);
  const byPolicy = await countByPolicy(reader, owner);
  return inHomes + movedIn - movedOut + byPolicy;
}

type Count = { n: number };

async function countInHomes(
  reader: Reader,
  { realmId, userId }: Owner,
  homes: readonly Home[],
): Promise<number> {
  const row = await reader.first(
    sql<Count>`
      select coalesce(sum(unread_count(${realmId}, ${userId}, home_id)), 0)::bigint as n
      from unnest(${homes.map(({ home_id }) => home_id)}::bigint[]) as home_id`,
  );
  return row?.n ?? 0;
}

/** Unread messages that the count of an unmuted channel includes although they were moved away. */
async function countMovedOut(reader: Reader, { realmId, userId, seesArchived }: Owner): Promise<number> {
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

/** Unread messages in unmuted topics of muted channels, minus those in muted topics of other channels. */
async function countByPolicy(reader: Reader, { realmId, userId }: Owner): Promise<number> {
  const row = await reader.first(
    sql<Count>`
      select coalesce(sum(
        unread_in_topic(${realmId}, ${userId}, t.channel_id, lower(t.topic)) * case when t.policy = ${sql.lit(visibilityPolicies.muted)} then -1 else 1 end
      ), 0)::bigint as n
      from topic_policy t
      join channel c on c.realm_id = t.realm_id and c.id = t.channel_id and not c.is_archived
      join subscription s on s.realm_id = t.realm_id and s.user_id = t.user_id
        and s.channel_id = t.channel_id and s.is_active and s.is_muted = (t.policy <> 1)
      where t.realm_id = ${realmId} and t.user_id = ${userId}`,
  );
  return row?.n ?? 0;
}
