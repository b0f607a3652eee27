import { mutedTopicsOf, type PolicyRow, presentPolicy } from './rows.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { UserRow } from '../../http/actor.ts';

type Place = { readonly channelId: number; readonly topic: string };

/**
 * What a message makes of wishes about its topic: the sender gets one, unless it is 0, and of those whom it
 * calls, everybody who receives it follows the topic who wants to follow where they are called and has not
 * muted it. All rows are written in one order, whoever sends. Answers whether the sender's wish changed.
 */
export async function followMany(
  tx: Tx,
  sender: { readonly user: UserRow; readonly policy: 0 | 2 | 3 },
  called: readonly number[],
  { channelId, topic }: Place,
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
        and p.id = any(${[...called]}::bigint[]) and (p.id <> ${user.id} or ${policy}::smallint = 0)
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
  // Those who were in the topic under another spelling keep it.
  for (const same of Map.groupBy(others, (row) => row.topic).values()) {
    const [first] = same;
    const ids = same.map((row) => row.user_id);
    if (first !== undefined) tx.emit(only(...ids), { type: 'user_topic', ...presentPolicy(first) });
  }
  return own !== undefined && policy !== 0;
}
