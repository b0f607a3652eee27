import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { inSlices } from './slices.ts';

/** A message and a user's copy of it: whether the user received it, and the user flags. */
export type Copy = {
  readonly id: number;
  readonly home_id: number;
  readonly ordinal: number;
  readonly channel_id: number | null;
  readonly arrived_at: number | null;
  /** Null if the user has no flags on the message. */
  readonly user_flags: number | null;
  readonly is_received: boolean;
  /** The user is a member of the message's current conversation. */
  readonly is_inside: boolean;
};

/** A user has a copy of messages that the user received or has flagged. */
export function isOwn({ is_received, user_flags }: Copy): boolean {
  return is_received || user_flags !== null;
}

/** The existing messages in the order of their ids, whether or not the actor may read them. */
export function copiesOf(reader: Reader, actor: Actor, ids: readonly number[]): Promise<readonly Copy[]> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  return inSlices(wanted, (some) => findCopies(reader, actor, some));
}

function findCopies(reader: Reader, { realm, user }: Actor, ids: readonly number[]): Promise<Copy[]> {
  return reader.all(
    sql<Copy>`
      select m.id, m.home_id, m.ordinal, m.channel_id, m.arrived_at, k.flags as user_flags,
        d.user_id is not null or coalesce(hs.ordinals @> m.ordinal, false) as is_received,
        d.user_id is not null or coalesce(s.is_active, false) as is_inside
      from unnest(${[...ids]}::bigint[]) as i (id)
      join message m on m.realm_id = ${realm.id} and m.id = i.id
      left join conversation_user d on d.realm_id = ${realm.id} and d.user_id = ${user.id}
        and d.conversation_id = m.home_id and m.channel_id is null
      left join subscription s on s.realm_id = ${realm.id} and s.user_id = ${user.id}
        and s.channel_id = m.channel_id
      left join channel hc on hc.realm_id = ${realm.id} and hc.conversation_id = m.home_id
      left join subscription hs on hs.realm_id = ${realm.id} and hs.user_id = ${user.id}
        and hs.channel_id = hc.id
      left join message_user_flag k on k.realm_id = ${realm.id} and k.user_id = ${user.id}
        and k.message_id = m.id
      order by m.id`,
  );
}
