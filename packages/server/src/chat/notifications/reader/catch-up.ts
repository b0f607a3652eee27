import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import type { RawBuilder } from 'kysely';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import { MESSAGE_FLAGS, USER_FLAGS } from '../../messages/flags.ts';
import { decideNotification } from '../decide.ts';
import { findNamedCandidates, hasLiveQueue } from './candidates.ts';
import type { NotifiableMessage } from './notifiable.ts';
import { notificationsOf, type NotifyWorld } from './notify-reader.ts';
import { addNotifications } from './store.ts';

const MAX_REALMS_PER_RUN = 100;
const MAX_QUEUES_PER_TRANSACTION = 100;

/** Notifies users whose last queue ended of the messages that none of their clients has acknowledged. */
export async function catchUpLostQueues(world: World): Promise<void> {
  const realms = await world.pool.all(
    sql<{ realm_id: number }>`select distinct realm_id from lost_queue limit ${MAX_REALMS_PER_RUN}`,
  );
  for (const { realm_id } of realms) await world.write(realm_id, (tx) => catchUp(tx, world));
}

export function hasLostQueues(): RawBuilder<boolean> {
  return sql`exists (select from lost_queue)`;
}

async function catchUp(tx: Tx, world: NotifyWorld): Promise<void> {
  for (const { user_id, acknowledged } of await takeLostQueues(tx)) {
    const missed = await missedMessages(tx, user_id, acknowledged);
    for (const one of await findNamedCandidates(tx, tx.realmId, missed)) {
      const decision = decideNotification({ ...one.receiver, isAway: true });
      await addNotifications(tx, notificationsOf(world, one, decision));
    }
  }
}

type Lost = { readonly user_id: number; readonly acknowledged: number };

/** The users without another queue in use, each with the last position that any of the lost queues acknowledged. */
function takeLostQueues(tx: Tx): Promise<Lost[]> {
  return tx.all(sql<Lost>`
    with taken as (
      delete from lost_queue where (realm_id, id) in (
        select realm_id, id from lost_queue where realm_id = ${tx.realmId}
        order by id limit ${MAX_QUEUES_PER_TRANSACTION} for update skip locked
      ) returning user_id, acknowledged
    )
    select user_id, max(acknowledged) as acknowledged from taken
    where not ${hasLiveQueue(sql`${tx.realmId}`, sql`taken.user_id`)}
    group by user_id order by user_id`);
}

type Missed = {
  id: number;
  sender_id: number;
  channel_id: number | null;
  topic: string;
  arrived_at: number | null;
  message_flags: number;
  user_flags: number;
};

/** The newest messages are decided; a queue is lost within minutes. */
const MAX_MISSED_MESSAGES = 500;
const MAX_MISSED_SECONDS = 43_200;

/** Messages after a position that may notify the user. */
async function missedMessages(tx: Tx, userId: number, after: number): Promise<NotifiableMessage[]> {
  const { realmId } = tx;
  const rows = await tx.all(sql<Missed>`
    select m.id, m.sender_id, m.channel_id, m.topic, m.arrived_at, m.message_flags,
      coalesce(k.flags, 0) as user_flags
    from (${missedIds(realmId, userId, after)}) as missed
    join message m on m.realm_id = ${realmId} and m.id = missed.id
    left join message_user_flag k on k.realm_id = ${realmId} and k.user_id = ${userId} and k.message_id = m.id
    where m.sent_at > now() - make_interval(secs => ${MAX_MISSED_SECONDS})
    order by m.id desc limit ${MAX_MISSED_MESSAGES}`);
  return rows.map((row) => present(row, userId));
}

function missedIds(realmId: number, userId: number, after: number) {
  const own = sql`s.realm_id = ${realmId} and s.user_id = ${userId}`;
  return sql`
    select m.id from conversation_user s
    join conversation v on v.realm_id = s.realm_id and v.id = s.conversation_id and v.last_message_id > ${after}
    join message m on m.realm_id = s.realm_id and m.conversation_id = v.id and m.id > ${after}
    where ${own}
    union
    select s.message_id from message_user_flag s
    where ${own} and s.message_id > ${after}
      and s.flags & ${sql.lit(USER_FLAGS.mentioned | USER_FLAGS.topicMentioned)} > 0
    union
    select m.id from topic_policy s
    join message m on m.realm_id = s.realm_id and m.channel_id = s.channel_id and m.topic_key = lower(s.topic)
      and m.id > ${after}
    where ${own} and s.policy = ${sql.lit(visibilityPolicies.followed)}
    union
    select m.id from subscription s
    join realm_user u on u.realm_id = s.realm_id and u.id = s.user_id
    join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
    join message m on m.realm_id = s.realm_id and m.conversation_id = c.conversation_id and m.id > ${after}
    where ${own} and s.is_active and (s.email_notifications or s.push_notifications
      or u.settings ? 'enable_stream_email_notifications' or u.settings ? 'enable_stream_push_notifications')
    union
    select m.id from subscription s
    join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
    join message m on m.realm_id = s.realm_id and m.home_id = c.conversation_id and m.id > ${after}
      and m.message_flags & ${sql.lit(MESSAGE_FLAGS.everyone)} > 0
    where ${own} and s.is_active`;
}

function present(row: Missed, userId: number): NotifiableMessage {
  return {
    id: row.id,
    senderId: row.sender_id,
    authorId: row.sender_id,
    arrivedAt: row.arrived_at ?? row.id,
    channelId: row.channel_id,
    topic: row.topic,
    named: [
      {
        userId,
        isMentioned: (row.user_flags & USER_FLAGS.mentioned) > 0,
        isTopicMentioned: (row.user_flags & USER_FLAGS.topicMentioned) > 0,
      },
    ],
    mentionsChannel: row.channel_id !== null && (row.message_flags & MESSAGE_FLAGS.everyone) > 0,
  };
}
