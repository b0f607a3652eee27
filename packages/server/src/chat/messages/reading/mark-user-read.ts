import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';
import { USER_FLAGS } from '../flags.ts';
import { copiesOf } from './copies.ts';
import { markRead } from './mark-read.ts';
import { publishRead } from './publish-read.ts';
import { eachPage } from './unread/pages.ts';

/** Marks all messages of a sender as read for the actor. */
export async function markUserRead(tx: Tx, actor: Actor, senderId: number): Promise<void> {
  const ids = [...(await unreadFrom(tx, actor, senderId)), ...(await markedUnreadFrom(tx, actor, senderId))];
  if (ids.length === 0) return;
  const changed = await markRead(tx, actor.user.id, await copiesOf(tx, actor, ids));
  publishRead(tx, actor.user.id, changed);
}

/** Scans the actor's unread messages, which are usually fewer than the sender's messages. */
async function unreadFrom(reader: Reader, { realm, user }: Actor, senderId: number): Promise<number[]> {
  const homes = await reader.all(
    sql<{ home_id: number }>`
      select h.home_id from (
        select conversation_id as home_id from conversation_user
        where realm_id = ${realm.id} and user_id = ${user.id}
        union all
        select c.conversation_id from subscription s
        join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
        where s.realm_id = ${realm.id} and s.user_id = ${user.id}
      ) as h
      join conversation v on v.realm_id = ${realm.id} and v.id = h.home_id
      left join read_state r on r.realm_id = ${realm.id} and r.user_id = ${user.id}
        and r.conversation_id = h.home_id
      where v.last_ordinal > coalesce(r.prefix, 0) or exists (
        select from read_block b
        where b.realm_id = ${realm.id} and b.user_id = ${user.id} and b.conversation_id = h.home_id
      )`,
  );
  const found: number[] = [];
  await eachPage(
    homes.map(({ home_id }) => home_id),
    (pages, limit) =>
      reader.all(
        sql<{ id: number; home_id: number; sender_id: number }>`
          select u.id, h.home_id, m.sender_id
          from unnest(
            ${pages.map(({ home_id }) => home_id)}::bigint[], ${pages.map(({ below }) => below)}::bigint[]
          ) as h (home_id, below)
          cross join lateral unread_in(${realm.id}, ${user.id}, h.home_id, 0, h.below, true, ${limit}) as u
          join message m on m.realm_id = ${realm.id} and m.id = u.id`,
      ),
    (rows) => {
      found.push(...rows.filter(({ sender_id }) => sender_id === senderId).map(({ id }) => id));
      return { floor: 0 };
    },
  );
  return found;
}

async function markedUnreadFrom(reader: Reader, { realm, user }: Actor, senderId: number): Promise<number[]> {
  const rows = await reader.all(
    sql<{ id: number }>`
      select m.id from message_user_flag k
      join message m on m.realm_id = k.realm_id and m.id = k.message_id and m.sender_id = ${senderId}
      where k.realm_id = ${realm.id} and k.user_id = ${user.id} and k.flags & ${sql.lit(USER_FLAGS.unread)} > 0`,
  );
  return rows.map(({ id }) => id);
}
