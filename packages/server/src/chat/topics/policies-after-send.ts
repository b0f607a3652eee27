import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import type { AutomaticPolicy } from '../messages/follow.ts';
import { mutedTopicsOf, type PolicyRow, presentPolicy } from './rows.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { UserRow } from '../../http/actor.ts';

type Topic = { readonly channelId: number; readonly topic: string };

/**
 * Updates topic policies after a message. The sender gets `policy`, unless it is 0; a mentioned subscriber follows
 * the topic if the account's settings say so and the topic is not muted. Rows are written in the order of user
 * ids, so that concurrent sends do not deadlock. Returns whether the sender's policy changed.
 */
export async function updatePoliciesAfterSend(
  tx: Tx,
  sender: { readonly user: UserRow; readonly policy: AutomaticPolicy },
  mentioned: readonly number[],
  { channelId, topic }: Topic,
  now: number,
): Promise<boolean> {
  const { user, policy } = sender;
  const rows = await tx.all(sql<PolicyRow>`
    insert into topic_policy (realm_id, user_id, channel_id, topic, policy, updated_at)
    select ${tx.realmId}, w.id, ${channelId}, ${topic}, w.policy, ${new Date(now)} from (
      select ${user.id}::bigint as id, ${policy}::smallint as policy where ${policy}::smallint <> 0
      union all
      select p.id, 3 from realm_user p
      join subscription s on s.realm_id = p.realm_id and s.user_id = p.id and s.is_active
        and s.channel_id = ${channelId}
      where p.realm_id = ${tx.realmId} and p.is_active and p.bot_type is null
        and p.id = any(${[...mentioned]}::bigint[]) and (p.id <> ${user.id} or ${policy}::smallint = ${sql.lit(visibilityPolicies.inherit)})
        and p.settings -> 'automatically_follow_topics_where_mentioned' is distinct from 'false'::jsonb
    ) as w order by w.id
    on conflict (realm_id, user_id, channel_id, lower(topic)) do update
      set policy = excluded.policy, updated_at = excluded.updated_at
      where topic_policy.policy <> excluded.policy
        and (topic_policy.policy <> 1 or (topic_policy.user_id = ${user.id} and ${policy}::smallint <> 0))
    returning *`);
  const own = rows.find((row) => row.user_id === user.id);
  if (own !== undefined) {
    tx.emit(only(user.id), { type: 'muted_topics', muted_topics: await mutedTopicsOf(tx, user) });
    tx.emit(only(user.id), { type: 'user_topic', ...presentPolicy(own) });
  }
  const others = rows.filter((row) => row !== own);
  // Existing policies keep their spelling of the topic, so rows are grouped by spelling.
  for (const same of Map.groupBy(others, (row) => row.topic).values()) {
    const [first] = same;
    const ids = same.map((row) => row.user_id);
    if (first !== undefined) tx.emit(only(...ids), { type: 'user_topic', ...presentPolicy(first) });
  }
  return own !== undefined && policy !== visibilityPolicies.inherit;
}
