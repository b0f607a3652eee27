import type { Mentions } from '@parley/markdown';
import { rightsIn } from '../groups/access.ts';
import { peopleInGroups } from '../groups/inside.ts';
import { hasRealmPermission } from '../groups/permissions.ts';
import { listedGroups } from '../groups/queries.ts';
import { sql, type Reader } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import { badRequest, Problem } from '../problem.ts';

/** Whom a text mentions by name or by group, and who takes part in the topic if it calls on those. */
export type Called = {
  readonly people: readonly number[];
  readonly participants: readonly number[];
};

/** The place of a message as far as mentions are concerned. */
export type CalledPlace = {
  readonly channelId: number;
  readonly topic: string;
  readonly subscribers: number;
};

const NOBODY: Called = { people: [], participants: [] };
/** To call on more people at once is for those who hold the permission. */
const MANY = 15;

/** Who is called; refuses what the sender may not do. Where there is no channel nobody can be too many. */
export const calledBy = async (
  reader: Reader,
  actor: Actor,
  mentions: Mentions,
  place: CalledPlace | undefined,
): Promise<Called> => {
  if (!mentions.everyone && !mentions.topic && mentions.people.length + mentions.groups.length === 0)
    return NOBODY;
  const participants =
    mentions.topic && place !== undefined ? await participantsOf(reader, actor, place) : [];
  if (place !== undefined) await refuseCrowds(reader, actor, mentions, place, participants.length);
  await refuseGroups(reader, actor, mentions.groups);
  const members =
    mentions.groups.length === 0 ? [] : await peopleInGroups(reader, actor.realm.id, mentions.groups);
  return { people: [...new Set([...mentions.people, ...members])], participants };
};

const refuseCrowds = async (
  reader: Reader,
  { realm, person }: Actor,
  mentions: Mentions,
  { subscribers }: CalledPlace,
  participants: number,
): Promise<void> => {
  const isLoud = mentions.everyone && subscribers > MANY;
  const isLoudInTopic = mentions.topic && participants > MANY;
  if (!isLoud && !isLoudInTopic) return;
  if (await hasRealmPermission(reader, realm, person, 'can_mention_many_users_group')) return;
  throw new Problem(
    isLoud ? 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' : 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You may not mention so many people at once.',
  );
};

const refuseGroups = async (reader: Reader, actor: Actor, groupIds: readonly number[]): Promise<void> => {
  if (groupIds.length === 0) return;
  for (const group of await listedGroups(reader, actor.realm.id, { deactivated: false, ids: groupIds }))
    if (!(await rightsIn(reader, actor, group))('can_mention_group'))
      throw badRequest(`You may not mention the group '${group.name}'.`);
};

/** Who has written or reacted in a topic, and the sender. */
const participantsOf = async (
  reader: Reader,
  { realm, person }: Actor,
  { channelId, topic }: CalledPlace,
): Promise<number[]> => {
  const rows = await reader.all(
    sql<{ id: number }>`
      with said as (
        select id, sender_id from message
        where realm_id = ${realm.id} and channel_id = ${channelId} and topic_key = lower(${topic})
      )
      select sender_id as id from said
      union
      select r.person_id from said join reaction r on r.realm_id = ${realm.id} and r.message_id = said.id
      union
      select ${person.id}::bigint`,
  );
  return rows.map(({ id }) => id);
};
