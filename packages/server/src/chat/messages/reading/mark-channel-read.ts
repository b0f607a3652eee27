import type { ChannelRow } from '../../channels/channel.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Call } from '../../../http/route.ts';
import { USER_FLAGS } from '../flags.ts';
import { copiesOf } from './copies.ts';
import { markRead } from './mark-read.ts';
import { publishRead } from './publish-read.ts';

/** A whole channel, or one of its topics. */
export type ReadTarget = { readonly channel: ChannelRow; readonly topic: string | null };

/** Bounds how long a transaction blocks other changes of the actor's flags. */
const MAX_MESSAGES_PER_TRANSACTION = 5000;

/** Marks a channel or topic as read for the actor, newest messages first, in independent transactions. */
export async function markChannelRead({ world, realm, user }: Call, target: ReadTarget): Promise<void> {
  for (let below: number | undefined = NEWEST; below !== undefined;) {
    const ids: number[] = await candidates(world.pool, user.id, target, below);
    if (ids.length > 0)
      await world.write(realm.id, async (tx) => {
        const copies = await copiesOf(tx, { realm, user }, ids);
        const here = copies.filter(({ channel_id }) => channel_id === target.channel.id);
        publishRead(tx, user.id, await markRead(tx, user.id, here));
      });
    below = ids.length < MAX_MESSAGES_PER_TRANSACTION ? undefined : ids.at(-1);
  }
}

const NEWEST = 10 ** 16;

/** The newest messages below an id that may be unread in the channel or topic. */
async function candidates(
  reader: Reader,
  userId: number,
  { channel, topic }: ReadTarget,
  below: number,
): Promise<number[]> {
  const here = sql`m.realm_id = ${channel.realm_id} and m.id < ${below}`;
  const rows = await reader.all(
    topic === null
      ? sql<{ id: number }>`
          select id from (
            (select u.id from unread_in(
              ${channel.realm_id}, ${userId}, ${channel.conversation_id}, 0, ${below}, true, ${MAX_MESSAGES_PER_TRANSACTION}
            ) as u)
            union (
              select m.id from message m
              where ${here} and m.conversation_id = ${channel.conversation_id} and m.arrived_at is not null
              order by m.id desc limit ${MAX_MESSAGES_PER_TRANSACTION}
            )
            union (
              select k.message_id from message_user_flag k
              join message m on m.realm_id = k.realm_id and m.id = k.message_id
              where ${here} and k.realm_id = ${channel.realm_id} and k.user_id = ${userId}
                and k.flags & ${sql.lit(USER_FLAGS.unread)} > 0
              order by k.message_id desc limit ${MAX_MESSAGES_PER_TRANSACTION}
            )
          ) as candidate order by id desc limit ${MAX_MESSAGES_PER_TRANSACTION}`
      : sql<{ id: number }>`
          select m.id from message m
          where ${here} and m.channel_id = ${channel.id} and m.topic_key = lower(${topic})
          order by m.id desc limit ${MAX_MESSAGES_PER_TRANSACTION}`,
  );
  return rows.map(({ id }) => id);
}
