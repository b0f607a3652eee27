import {
  type MutedTopic,
  type UserTopic,
  visibilityPolicies,
  visibilityPolicy,
} from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import { relationsTo } from '../channels/relation.ts';
import { canSee } from '@parley/contract/rights/channel-rights.ts';
import { shownTopic } from './name.ts';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';

/** The user's topic policies, oldest first, without archived channels. */
export function policiesOf(reader: Reader, user: Pick<UserRow, 'realm_id' | 'id'>): Promise<PolicyRow[]> {
  return reader.all(
    q
      .selectFrom('topic_policy as t')
      .innerJoin('channel as c', (join) =>
        join.onRef('c.realm_id', '=', 't.realm_id').onRef('c.id', '=', 't.channel_id'),
      )
      .selectAll('t')
      .where('t.realm_id', '=', user.realm_id)
      .where('t.user_id', '=', user.id)
      .where('c.is_archived', '=', false)
      .orderBy('t.updated_at')
      .orderBy('t.channel_id')
      .orderBy('t.topic'),
  );
}

/**
 * Muted topics in the older form, with channel names. Channels that the user no longer sees are left out,
 * because their names may have changed since.
 */
export async function mutedTopicsOf(reader: Reader, user: UserRow): Promise<MutedTopic[]> {
  const policies = await policiesOf(reader, user);
  const muted = policies.filter(({ policy }) => policy === visibilityPolicies.muted);
  if (muted.length === 0) return [];
  const channels = await reader.all(
    q
      .selectFrom('channel')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('id', '=', sql<number>`any(${muted.map((row) => row.channel_id)}::bigint[])`),
  );
  const relationOf = await relationsTo(reader, user, channels);
  const names = new Map(
    channels
      .filter((channel) => canSee(user, channel, relationOf(channel)))
      .map(({ id, name }) => [id, name]),
  );
  return muted.flatMap(({ channel_id, topic, updated_at }): MutedTopic[] => {
    const name = names.get(channel_id);
    return name === undefined ? [] : [[name, topic, Math.floor(updated_at.getTime() / 1000)]];
  });
}

export type PolicyRow = Selectable<Schema['topic_policy']>;

export function presentPolicy(
  row: Pick<PolicyRow, 'channel_id' | 'topic' | 'policy' | 'updated_at'>,
): UserTopic {
  return {
    stream_id: row.channel_id,
    topic_name: row.topic,
    last_updated: Math.floor(row.updated_at.getTime() / 1000),
    visibility_policy: visibilityPolicy.parse(row.policy),
  };
}

export const userTopicState: ReadState<'user_topic'> = async ({ reader, user, clientOptions: options }) => ({
  user_topics: (await policiesOf(reader, user))
    .map(presentPolicy)
    .map((policy) => ({ ...policy, topic_name: shownTopic(policy.topic_name, options) })),
});

export const mutedTopicsState: ReadState<'muted_topics'> = async ({ reader, user }) => ({
  muted_topics: await mutedTopicsOf(reader, user),
});
