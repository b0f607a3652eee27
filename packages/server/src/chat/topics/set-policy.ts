import { accessForPolicy } from './access.ts';
import { topicOf } from './name.ts';
import { mutedTopicsOf, type PolicyRow, presentPolicy } from './rows.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';

/** A wish about a topic: 0 takes it back, whatever it was. */
export type PolicyChange = {
  readonly channelId: number;
  readonly topic: string;
  readonly policy: 0 | 1 | 2 | 3;
};

/** Nobody hears of a wish that was there already. */
export async function setTopicPolicy(tx: Tx, actor: Actor, change: PolicyChange, now: number): Promise<void> {
  const topic = topicOf(change.topic);
  await lockSelf(tx, actor);
  await accessForPolicy(tx, actor, change.channelId, change.policy);
  await changePolicy(tx, actor.user, { ...change, topic }, now);
}

/**
 * Notes a wish, whoever found that somebody has it, and tells its owner. The owner's row is held, so that
 * lists that tell everything do not overtake each other. Answers whether it was another wish before.
 */
export async function changePolicy(
  tx: Tx,
  user: UserRow,
  change: PolicyChange,
  now: number,
): Promise<boolean> {
  const changed = change.policy === 0 ? await forget(tx, user, change) : await store(tx, user, change, now);
  if (changed === undefined) return false;
  const row = change.policy === 0 ? { ...changed, policy: 0, updated_at: new Date(now) } : changed;
  const self = only(user.id);
  tx.emit(self, { type: 'muted_topics', muted_topics: await mutedTopicsOf(tx, user) });
  tx.emit(self, { type: 'user_topic', ...presentPolicy(row) });
  return true;
}

/** The spelling of the first wish stays. */
function store(
  tx: Tx,
  user: UserRow,
  { channelId, topic, policy }: PolicyChange,
  now: number,
): Promise<PolicyRow | undefined> {
  return tx.first(sql<PolicyRow>`
    insert into topic_policy (realm_id, user_id, channel_id, topic, policy, updated_at)
    values (${tx.realmId}, ${user.id}, ${channelId}, ${topic}, ${policy}, ${new Date(now)})
    on conflict (realm_id, user_id, channel_id, lower(topic)) do update
      set policy = excluded.policy, updated_at = excluded.updated_at
      where topic_policy.policy <> excluded.policy
    returning *`);
}

function forget(tx: Tx, user: UserRow, { channelId, topic }: PolicyChange): Promise<PolicyRow | undefined> {
  return tx.first(
    q
      .deleteFrom('topic_policy')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', user.id)
      .where('channel_id', '=', channelId)
      .where(sql`lower(topic)`, '=', sql`lower(${topic})`)
      .returningAll(),
  );
}
