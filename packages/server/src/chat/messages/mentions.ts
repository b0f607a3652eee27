import type { Mentions } from '@parley/markdown';
import { type Reader, sql } from '../../engine/db/sql.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { rightsIn } from '../../organization/groups/access.ts';
import { usersInGroups } from '../../organization/groups/inside.ts';
import { hasRealmPermission } from '../../organization/groups/permissions.ts';
import { listedGroups } from '../../organization/groups/rows.ts';

/** Whom a text mentions by name or by group, and who takes part in the topic if it calls on those. */
export type Called = {
  readonly users: readonly number[];
  readonly participants: readonly number[];
};

/** The place of a message as far as mentions are concerned. */
export type MentionTarget = {
  readonly channelId: number;
  readonly topic: string;
  readonly subscribers: number;
};

const NOBODY: Called = { users: [], participants: [] };
/** To call on more users at once is for those who hold the permission. */
const MANY = 15;

/** Who is called; refuses what the sender may not do. Where there is no channel nobody can be too many. */
export async function calledBy(
  reader: Reader,
  actor: Actor,
  mentions: Mentions,
  place: MentionTarget | undefined,
): Promise<Called> {
  if (!mentions.everyone && !mentions.topic && mentions.users.length + mentions.groups.length === 0)
    return NOBODY;
  const participants =
    mentions.topic && place !== undefined ? await participantsOf(reader, actor, place) : [];
  if (place !== undefined) await refuseCrowds(reader, actor, mentions, place, participants.length);
  await refuseGroups(reader, actor, mentions.groups);
  const members =
    mentions.groups.length === 0 ? [] : await usersInGroups(reader, actor.realm.id, mentions.groups);
  return { users: [...new Set([...mentions.users, ...members])], participants };
}

async function refuseCrowds(
  reader: Reader,
  { realm, user }: Actor,
  mentions: Mentions,
  { subscribers }: MentionTarget,
  participants: number,
): Promise<void> {
  const isLoud = mentions.everyone && subscribers > MANY;
  const isLoudInTopic = mentions.topic && participants > MANY;
  if (!isLoud && !isLoudInTopic) return;
  if (await hasRealmPermission(reader, realm, user, 'can_mention_many_users_group')) return;
  throw new ApiError(
    isLoud ? 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' : 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You may not mention so many users at once.',
  );
}

async function refuseGroups(reader: Reader, actor: Actor, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  for (const group of await listedGroups(reader, actor.realm.id, { deactivated: false, ids: groupIds }))
    if (!(await rightsIn(reader, actor, group))('can_mention_group'))
      throw badRequest(`You may not mention the group '${group.name}'.`);
}

/** Who has written or reacted in a topic, and the sender. */
async function participantsOf(
  reader: Reader,
  { realm, user }: Actor,
  { channelId, topic }: MentionTarget,
): Promise<number[]> {
  const rows = await reader.all(
    sql<{ id: number }>`
      with said as (
        select id, sender_id from message
        where realm_id = ${realm.id} and channel_id = ${channelId} and topic_key = lower(${topic})
      )
      select sender_id as id from said
      union
      select r.user_id from said join reaction r on r.realm_id = ${realm.id} and r.message_id = said.id
      union
      select ${user.id}::bigint`,
  );
  return rows.map(({ id }) => id);
}
