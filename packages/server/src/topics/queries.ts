import { visibilityPolicies, type MutedTopic } from '@parley/contract/objects/personal.ts';
import { relationsTo } from '../channels/relation.ts';
import { canSee } from '../channels/rights.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';
import type { PolicyRow } from './present.ts';

/** What somebody wants to hear of topics, the oldest wish first. Archived channels are left out. */
export const policiesOf = (
  reader: Reader,
  person: Pick<PersonRow, 'realm_id' | 'id'>,
): Promise<PolicyRow[]> =>
  reader.all(
    q
      .selectFrom('topic_policy as t')
      .innerJoin('channel as c', (join) =>
        join.onRef('c.realm_id', '=', 't.realm_id').onRef('c.id', '=', 't.channel_id'),
      )
      .selectAll('t')
      .where('t.realm_id', '=', person.realm_id)
      .where('t.person_id', '=', person.id)
      .where('c.is_archived', '=', false)
      .orderBy('t.updated_at')
      .orderBy('t.channel_id')
      .orderBy('t.topic'),
  );

/**
 * The older form: muted topics with the names of their channels. Channels that the person no longer sees are
 * left out, because their names may have changed since.
 */
export const mutedTopicsOf = async (reader: Reader, person: PersonRow): Promise<MutedTopic[]> => {
  const policies = await policiesOf(reader, person);
  const muted = policies.filter(({ policy }) => policy === visibilityPolicies.muted);
  if (muted.length === 0) return [];
  const channels = await reader.all(
    q
      .selectFrom('channel')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('id', '=', sql<number>`any(${muted.map((row) => row.channel_id)}::bigint[])`),
  );
  const relationOf = await relationsTo(reader, person, channels);
  const names = new Map(
    channels
      .filter((channel) => canSee(person, channel, relationOf(channel)))
      .map(({ id, name }) => [id, name]),
  );
  return muted.flatMap(({ channel_id, topic, updated_at }): MutedTopic[] => {
    const name = names.get(channel_id);
    return name === undefined ? [] : [[name, topic, Math.floor(updated_at.getTime() / 1000)]];
  });
};
