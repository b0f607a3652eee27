import type { RawBuilder } from 'kysely';
import { endQueuesOf } from '../../../organization/users/end-queues.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import { changePolicy } from '../../topics/set-policy.ts';

/** A topic of a channel. */
export type TopicAddress = { readonly channelId: number; readonly topic: string };

/** Beyond this many users with wishes, it is cheaper for them to register anew. */
export const MOST_USERS = 100;

/** Takes back everybody's wish about a topic that is no more. */
export async function forgetPolicies(tx: Tx, conversation: TopicAddress, now: number): Promise<void> {
  const users = await lockPolicyUsers(tx, [conversation]);
  if (users.length > MOST_USERS) {
    await dropPolicies(tx, [conversation]);
    await endQueuesOf(
      tx,
      users.map(({ id }) => id),
    );
  } else for (const user of users) await changePolicy(tx, user, { ...conversation, policy: 0 }, now);
}

/**
 * Everybody who has a wish about one of some topics, and some others; nobody else changes what they wish until
 * the transaction ends.
 */
export function lockPolicyUsers(
  tx: Tx,
  places: readonly TopicAddress[],
  others: readonly number[] = [],
): Promise<UserRow[]> {
  return tx.all(
    sql<UserRow>`
      select p.* from realm_user p
      where p.realm_id = ${tx.realmId} and (
        p.id = any(${[...others]}::bigint[]) or p.id in (select w.user_id ${policiesAbout(tx.realmId, places)})
      ) order by p.id for no key update of p`,
  );
}

export async function wishersOf(tx: Tx, places: readonly TopicAddress[]): Promise<number[]> {
  const rows = await tx.all(
    sql<{ user_id: number }>`select distinct w.user_id ${policiesAbout(tx.realmId, places)}`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** What users wish about one topic. */
export async function policiesIn(
  reader: Reader,
  realmId: number,
  conversation: TopicAddress,
): Promise<Map<number, number>> {
  const rows = await reader.all(
    sql<{
      user_id: number;
      policy: number;
    }>`select w.user_id, w.policy ${policiesAbout(realmId, [conversation])}`,
  );
  return new Map(rows.map(({ user_id, policy }) => [user_id, policy]));
}

export async function dropPolicies(tx: Tx, places: readonly TopicAddress[]): Promise<void> {
  await tx.all(
    sql`delete from topic_policy where ctid in (select w.ctid ${policiesAbout(tx.realmId, places)})`,
  );
}

function policiesAbout(realmId: number, places: readonly TopicAddress[]): RawBuilder<unknown> {
  return sql`
  from topic_policy w join unnest(
    ${places.map(({ channelId }) => channelId)}::bigint[], ${places.map(({ topic }) => topic)}::text[]
  ) as t (channel_id, topic) on w.channel_id = t.channel_id and lower(w.topic) = lower(t.topic)
  where w.realm_id = ${realmId}`;
}
