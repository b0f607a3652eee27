import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { inSlices } from './slices.ts';

/** A message and what somebody has of it. */
export type Copy = {
  readonly id: number;
  readonly home_id: number;
  readonly ordinal: number;
  readonly channel_id: number | null;
  readonly arrived_at: number | null;
  /** Null without a mark. */
  readonly marks: number | null;
  readonly is_received: boolean;
  /** In the conversation where the message is. */
  readonly is_inside: boolean;
};

/** Somebody has a copy of what they received, and of what they have marked since. */
export function isOwn({ is_received, marks }: Copy): boolean {
  return is_received || marks !== null;
}

/** Those of the messages that exist, whether or not the actor may read them, in the order of their ids. */
export function copiesOf(reader: Reader, actor: Actor, ids: readonly number[]): Promise<readonly Copy[]> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  return inSlices(wanted, (some) => findCopies(reader, actor, some));
}

function findCopies(reader: Reader, { realm, user }: Actor, ids: readonly number[]): Promise<Copy[]> {
  return reader.all(
    sql<Copy>`
      select m.id, m.home_id, m.ordinal, m.channel_id, m.arrived_at, k.flags as marks,
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
      left join message_mark k on k.realm_id = ${realm.id} and k.user_id = ${user.id}
        and k.message_id = m.id
      order by m.id`,
  );
}
