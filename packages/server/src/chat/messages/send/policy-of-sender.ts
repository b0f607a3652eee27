import type { AutomaticPolicy } from '../follow.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import { policyAfterSending, type TopicSituation } from '../follow.ts';
import type { ChannelContext, ContextChannel } from './context.ts';

type Place = { readonly channel: ContextChannel; readonly topic: string };

/** The visibility policy that the sender probably gets; 0 for no change. Concurrent sends can all begin the topic. */
export async function expectedPolicy(
  reader: Reader,
  user: UserRow,
  context: ChannelContext,
  place: Place,
): Promise<AutomaticPolicy> {
  return policyAfterSending(user, {
    policy: context.policy,
    isChannelMuted: context.isMuted,
    isNew: !context.hasTopic || (!place.channel.is_history_public && (await isUnseen(reader, user, place))),
  });
}

/** The policy that the sender gets. The sender's row and the channel's conversation must be locked. */
export async function settledPolicy(tx: Tx, user: UserRow, place: Place): Promise<AutomaticPolicy> {
  const { channel, topic } = place;
  const row = await tx.first(
    sql<TopicSituation>`
      select
        coalesce((
          select policy from topic_policy
          where realm_id = ${tx.realmId} and user_id = ${user.id} and channel_id = ${channel.id}
            and lower(topic) = lower(${topic})
        ), 0) as policy,
        exists (
          select from subscription
          where realm_id = ${tx.realmId} and user_id = ${user.id} and channel_id = ${channel.id}
            and is_active and is_muted
        ) as "isChannelMuted",
        not exists (
          select from topic
          where realm_id = ${tx.realmId} and channel_id = ${channel.id} and topic_key = lower(${topic})
        ) as "isNew"`,
  );
  if (row === undefined) return 0;
  const isNew = row.isNew || (!channel.is_history_public && (await isUnseen(tx, user, place)));
  return policyAfterSending(user, { ...row, isNew });
}

/** In a channel with protected history, a topic is new to a user who received none of its messages. */
async function isUnseen(reader: Reader, user: UserRow, { channel, topic }: Place): Promise<boolean> {
  const row = await reader.first(
    sql`select 1 from message m
      join subscription s on s.realm_id = m.realm_id and s.channel_id = m.channel_id
        and s.user_id = ${user.id} and s.periods @> coalesce(m.arrived_at, m.id)
      where m.realm_id = ${user.realm_id} and m.channel_id = ${channel.id}
        and m.topic_key = lower(${topic}) limit 1`,
  );
  return row === undefined;
}
