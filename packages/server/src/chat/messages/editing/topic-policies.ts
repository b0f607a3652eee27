import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import type { RawBuilder } from 'kysely';
import { deleteQueuesOf } from '../../../organization/users/delete-queues.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import { changePolicy } from '../../topics/set-policy.ts';

export type TopicAddress = { readonly channelId: number; readonly topic: string };

/** For more users, ending their queues, so that they register again, is cheaper than an event for each. */
export const MAX_POLICY_EVENTS = 100;

/** Removes all visibility policies for a deleted topic. */
export async function clearPolicies(tx: Tx, conversation: TopicAddress, now: number): Promise<void> {
  const users = await lockPolicyUsers(tx, [conversation]);
  if (users.length > MAX_POLICY_EVENTS) {
    await dropPolicies(tx, [conversation]);
    await deleteQueuesOf(
      tx,
      users.map(({ id }) => id),
    );
  } else
    for (const user of users)
      await changePolicy(tx, user, { ...conversation, policy: visibilityPolicies.inherit }, now);
}

/**
 * Locks the users with a visibility policy for one of the topics, and `others`, so that their policies do not change
 * until the transaction ends.
 */
export function lockPolicyUsers(
  tx: Tx,
  topics: readonly TopicAddress[],
  others: readonly number[] = [],
): Promise<UserRow[]> {
  return tx.all(
    sql<UserRow>`
      select p.* from realm_user p
      where p.realm_id = ${tx.realmId} and (
        p.id = any(${[...others]}::bigint[]) or p.id in (select w.user_id ${policiesFor(tx.realmId, topics)})
      ) order by p.id for no key update of p`,
  );
}

export async function findPolicyUsers(tx: Tx, topics: readonly TopicAddress[]): Promise<number[]> {
  const rows = await tx.all(
    sql<{ user_id: number }>`select distinct w.user_id ${policiesFor(tx.realmId, topics)}`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** The visibility policies for a topic, by user. */
export async function policiesIn(
  reader: Reader,
  realmId: number,
  conversation: TopicAddress,
): Promise<Map<number, number>> {
  const rows = await reader.all(
    sql<{
      user_id: number;
      policy: number;
    }>`select w.user_id, w.policy ${policiesFor(realmId, [conversation])}`,
  );
  return new Map(rows.map(({ user_id, policy }) => [user_id, policy]));
}

export async function dropPolicies(tx: Tx, topics: readonly TopicAddress[]): Promise<void> {
  await tx.all(
    sql`delete from topic_policy where ctid in (select w.ctid ${policiesFor(tx.realmId, topics)})`,
  );
}

function policiesFor(realmId: number, topics: readonly TopicAddress[]): RawBuilder<unknown> {
  return sql`
  from topic_policy w join unnest(
    ${topics.map(({ channelId }) => channelId)}::bigint[], ${topics.map(({ topic }) => topic)}::text[]
  ) as t (channel_id, topic) on w.channel_id = t.channel_id and lower(w.topic) = lower(t.topic)
  where w.realm_id = ${realmId}`;
}
