import { visibilityPolicies, type VisibilityPolicy } from '@parley/contract/objects/personal.ts';
import { limits } from '@parley/contract/limits.ts';
import { accessForPolicy } from './access.ts';
import { topicOf } from './name.ts';
import { mutedTopicsOf, type PolicyRow, presentPolicy } from './rows.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';
import { countOwn } from '../../organization/users/own-rows.ts';

/** A topic policy to set; 0 removes it. */
export type PolicyChange = {
  readonly channelId: number;
  readonly topic: string;
  readonly policy: VisibilityPolicy;
};

/** Publishes nothing if the policy does not change. */
export async function setTopicPolicy(tx: Tx, actor: Actor, change: PolicyChange, now: number): Promise<void> {
  const topic = topicOf(change.topic);
  await lockSelf(tx, actor);
  await accessForPolicy(tx, actor, change.channelId, change.policy);
  if (
    change.policy !== visibilityPolicies.inherit &&
    (await countOwn(tx, actor, 'topic_policy')) >= limits.topicPolicies
  )
    throw badRequest(`You can have policies for at most ${limits.topicPolicies} topics. Remove some first.`);
  await changePolicy(tx, actor.user, { ...change, topic }, now);
}

/**
 * Stores a policy and publishes it to its owner. The caller has locked the owner's row, so that complete lists
 * are published in order. Returns whether the policy changed.
 */
export async function changePolicy(
  tx: Tx,
  user: UserRow,
  change: PolicyChange,
  now: number,
): Promise<boolean> {
  const changed =
    change.policy === visibilityPolicies.inherit
      ? await remove(tx, user, change)
      : await store(tx, user, change, now);
  if (changed === undefined) return false;
  const row =
    change.policy === visibilityPolicies.inherit
      ? { ...changed, policy: visibilityPolicies.inherit, updated_at: new Date(now) }
      : changed;
  const self = only(user.id);
  tx.emit(self, { type: 'muted_topics', muted_topics: await mutedTopicsOf(tx, user) });
  tx.emit(self, { type: 'user_topic', ...presentPolicy(row) });
  return true;
}

/** An existing policy keeps its spelling of the topic. */
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

function remove(tx: Tx, user: UserRow, { channelId, topic }: PolicyChange): Promise<PolicyRow | undefined> {
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
