import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { changePolicy } from '../topics/set-policy.ts';
import type { Accessed } from './access.ts';
import { USER_FLAGS } from './flags.ts';
import { policyAfterTakingPart } from './follow.ts';

type State = { policy: number | null; is_muted: boolean; is_active: boolean };

/**
 * Records that a user reacted to a message or voted in it: adds the message to the user's history if it was not
 * received, and follows or unmutes the topic if the user's settings say so. The user's row and the message's
 * conversation must be locked.
 */
export async function recordParticipation(
  tx: Tx,
  actor: Actor,
  accessed: Accessed,
  now: number,
): Promise<void> {
  if (accessed.kind === 'direct') return;
  const { user } = actor;
  const { message, channel } = accessed;
  await tx.all(sql`
    insert into message_user_flag (realm_id, user_id, message_id, flags)
    select ${tx.realmId}, ${user.id}, ${message.id}, ${USER_FLAGS.historical}
    where not exists (
      select from channel c join subscription s on s.realm_id = c.realm_id and s.channel_id = c.id
      where c.realm_id = ${tx.realmId} and c.conversation_id = ${message.home_id}
        and s.user_id = ${user.id} and s.ordinals @> ${message.ordinal}::bigint
    )
    on conflict do nothing`);
  const state = await tx.first(
    sql<State>`select s.is_active, s.is_muted, w.policy from subscription s
      left join topic_policy w on w.realm_id = s.realm_id and w.user_id = s.user_id
        and w.channel_id = s.channel_id and lower(w.topic) = lower(${message.topic})
      where s.realm_id = ${tx.realmId} and s.user_id = ${user.id} and s.channel_id = ${channel.id}`,
  );
  if (state?.is_active !== true) return;
  const policy = policyAfterTakingPart(user, {
    policy: state.policy ?? 0,
    isChannelMuted: state.is_muted,
    isNew: false,
  });
  if (policy !== visibilityPolicies.inherit)
    await changePolicy(tx, user, { channelId: channel.id, topic: message.topic, policy }, now);
}
