import { sql, type Reader } from '../db/sql.ts';
import type { Circle } from '../log/audience.ts';

/** A guest, and somebody with whom the guest shares a channel or a direct conversation. */
export type Acquaintance = { readonly guest_id: number; readonly person_id: number };

/** Whom guests know, or whom among some people. Archived channels and conversations without a word do not count. */
export const acquaintancesOf = (
  reader: Reader,
  realmId: number,
  guests: readonly number[],
  among?: readonly number[],
): Promise<Acquaintance[]> => {
  const isAmong = among === undefined ? sql`true` : sql`b.person_id = any(${[...among]}::bigint[])`;
  return reader.all(
    sql<Acquaintance>`
      select a.person_id as guest_id, b.person_id
      from subscription a
      join channel c on c.realm_id = a.realm_id and c.id = a.channel_id and not c.is_archived
      join subscription b on b.realm_id = a.realm_id and b.channel_id = a.channel_id and b.is_active
      where a.realm_id = ${realmId} and a.person_id = any(${[...guests]}::bigint[]) and a.is_active and ${isAmong}
      union
      select a.person_id, b.person_id
      from conversation_person a
      join conversation v on v.realm_id = a.realm_id and v.id = a.conversation_id and v.last_ordinal > 0
      cross join lateral unnest(v.people) as b (person_id)
      where a.realm_id = ${realmId} and a.person_id = any(${[...guests]}::bigint[]) and ${isAmong}`,
  );
};

/** How guests come to know somebody: the channels, and the guests who share a direct conversation. */
export const circleOf = async (reader: Reader, realmId: number, personId: number): Promise<Circle> => {
  const row = await reader.first(
    sql<Circle>`
      select array(
          select s.channel_id from subscription s
          join channel c on c.realm_id = s.realm_id and c.id = s.channel_id and not c.is_archived
          where s.realm_id = ${realmId} and s.person_id = ${personId} and s.is_active
          order by s.channel_id
        ) as channels,
        array(
          select distinct g.id from conversation_person a
          join conversation v on v.realm_id = a.realm_id and v.id = a.conversation_id and v.last_ordinal > 0
          join person g on g.realm_id = a.realm_id and g.id = any(v.people) and g.role = 600
          where a.realm_id = ${realmId} and a.person_id = ${personId}
          order by g.id
        ) as ids`,
  );
  return row ?? { channels: [], ids: [] };
};
