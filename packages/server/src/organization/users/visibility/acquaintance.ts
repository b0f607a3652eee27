import { roles } from '@parley/contract/rights/roles.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { VisibilityScope } from '../../../engine/log/audience.ts';

/** A guest and a user who share a channel or a direct conversation. */
export type Acquaintance = { readonly guest_id: number; readonly user_id: number };

/** The acquaintances of guests, optionally only with users in `among`. Ignores archived channels and empty conversations. */
export function acquaintancesOf(
  reader: Reader,
  realmId: number,
  guests: readonly number[],
  among?: readonly number[],
): Promise<Acquaintance[]> {
  const isAmong = among === undefined ? sql`true` : sql`b.user_id = any(${[...among]}::bigint[])`;
  return reader.all(
    sql<Acquaintance>`
      select a.user_id as guest_id, b.user_id
      from subscription a
      join channel c on c.realm_id = a.realm_id and c.id = a.channel_id and not c.is_archived
      join subscription b on b.realm_id = a.realm_id and b.channel_id = a.channel_id and b.is_active
      where a.realm_id = ${realmId} and a.user_id = any(${[...guests]}::bigint[]) and a.is_active and ${isAmong}
      union
      select a.user_id, b.user_id
      from conversation_user a
      join conversation v on v.realm_id = a.realm_id and v.id = a.conversation_id and v.last_ordinal > 0
      cross join lateral unnest(v.users) as b (user_id)
      where a.realm_id = ${realmId} and a.user_id = any(${[...guests]}::bigint[]) and ${isAmong}`,
  );
}

/** How guests see a user: through the user's channels, or as guests in a direct conversation with the user. */
export async function visibilityScopeOf(
  reader: Reader,
  realmId: number,
  userId: number,
): Promise<VisibilityScope> {
  const row = await reader.first(
    sql<VisibilityScope>`
      select array(
          select s.channel_id from subscription s
          join channel c on c.realm_id = s.realm_id and c.id = s.channel_id and not c.is_archived
          where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_active
          order by s.channel_id
        ) as channels,
        array(
          select distinct g.id from conversation_user a
          join conversation v on v.realm_id = a.realm_id and v.id = a.conversation_id and v.last_ordinal > 0
          join realm_user g on g.realm_id = a.realm_id and g.id = any(v.users) and g.role = ${sql.lit(roles.guest)}
          where a.realm_id = ${realmId} and a.user_id = ${userId}
          order by g.id
        ) as ids`,
  );
  return row ?? { channels: [], ids: [] };
}
