import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { deleteQueuesOf } from '../../../organization/users/delete-queues.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import { changePolicy } from '../../topics/set-policy.ts';
import { readersNow } from './moved-audience.ts';
import { policyAfterMove, type TopicPolicy } from './moved-policy.ts';
import type { Move } from './plan-move.ts';
import { dropPolicies, MAX_POLICY_EVENTS, policiesIn, type TopicAddress } from './topic-policies.ts';

type UserPolicy = { readonly user: UserRow; readonly policy: TopicPolicy };

/**
 * Moves visibility policies along with a topic. A user who cannot read the target channel keeps the policy for the
 * target topic. The users must be locked.
 */
export async function movePolicies(
  tx: Tx,
  { source, target, topic }: Move,
  oldTopic: string,
  hadMessages: boolean,
  policyUsers: readonly UserRow[],
  now: number,
): Promise<void> {
  const from: TopicAddress = { channelId: source.id, topic: oldTopic };
  const to: TopicAddress = { channelId: target.id, topic };
  const sourcePolicies = await policiesIn(tx, tx.realmId, from);
  const targetPolicies = await policiesIn(tx, tx.realmId, to);
  const readers = await readersAmong(tx, target, policyUsers);
  const policies = policyUsers
    .filter(({ id }) => sourcePolicies.has(id) || targetPolicies.has(id))
    .map((user): UserPolicy => {
      const before = sourcePolicies.get(user.id) ?? 0;
      const current = targetPolicies.get(user.id) ?? 0;
      return { user, policy: policyAfterMove(readers.has(user.id) ? before : current, current, hadMessages) };
    });
  if (policies.length > MAX_POLICY_EVENTS) return changeMany(tx, from, to, policies, now);
  for (const { user, policy } of policies) {
    await changePolicy(tx, user, { ...from, policy: visibilityPolicies.inherit }, now);
    await changePolicy(tx, user, { ...to, policy }, now);
  }
}

async function readersAmong(
  tx: Tx,
  target: Move['target'],
  users: readonly UserRow[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.all(
    sql<{ id: number }>`select p.id from realm_user p
      where p.realm_id = ${tx.realmId} and p.id = any(${users.map(({ id }) => id)}::bigint[])
        and (${await readersNow(tx, target)})`,
  );
  return new Set(rows.map(({ id }) => id));
}

async function changeMany(
  tx: Tx,
  from: TopicAddress,
  to: TopicAddress,
  policies: readonly UserPolicy[],
  now: number,
): Promise<void> {
  await dropPolicies(tx, [from, to]);
  await tx.all(sql`
    insert into topic_policy (realm_id, user_id, channel_id, topic, policy, updated_at)
    select ${tx.realmId}, w.user_id, ${to.channelId}, ${to.topic}, w.policy, ${new Date(now)}
    from unnest(
      ${policies.map(({ user }) => user.id)}::bigint[], ${policies.map(({ policy }) => policy)}::smallint[]
    ) as w (user_id, policy) where w.policy > 0`);
  await deleteQueuesOf(
    tx,
    policies.map(({ user }) => user.id),
  );
}
