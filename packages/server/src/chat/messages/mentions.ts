import type { Mentions } from '@parley/markdown';
import { type Reader, sql } from '../../engine/db/sql.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { rightsIn } from '../../organization/groups/access.ts';
import { usersInGroups } from '../../organization/groups/inside.ts';
import { hasRealmPermission } from '../../organization/groups/permissions.ts';
import { listedGroups } from '../../organization/groups/rows.ts';

/** Users whom a text mentions by name or group, and the participants of the topic if it mentions the topic. */
export type MentionedUsers = {
  readonly users: readonly number[];
  readonly participants: readonly number[];
};

/** The topic in which mentions are resolved. */
export type MentionTarget = {
  readonly channelId: number;
  readonly topic: string;
  readonly subscribers: number;
};

const NO_MENTIONS: MentionedUsers = { users: [], participants: [] };
/** Wildcard mentions of more users require the permission `can_mention_many_users_group`. */
const MAX_UNRESTRICTED_WILDCARD_USERS = 15;

/** Resolves mentions to users and refuses those that the sender may not use. Direct messages have no wildcard limit. */
export async function resolveMentions(
  reader: Reader,
  actor: Actor,
  mentions: Mentions,
  target: MentionTarget | undefined,
): Promise<MentionedUsers> {
  if (!mentions.everyone && !mentions.topic && mentions.users.length + mentions.groups.length === 0)
    return NO_MENTIONS;
  const participants =
    mentions.topic && target !== undefined ? await participantsOf(reader, actor, target) : [];
  if (target !== undefined) await refuseLargeWildcards(reader, actor, mentions, target, participants.length);
  await refuseGroups(reader, actor, mentions.groups);
  const members =
    mentions.groups.length === 0 ? [] : await usersInGroups(reader, actor.realm.id, mentions.groups);
  return { users: [...new Set([...mentions.users, ...members])], participants };
}

async function refuseLargeWildcards(
  reader: Reader,
  { realm, user }: Actor,
  mentions: Mentions,
  { subscribers }: MentionTarget,
  participants: number,
): Promise<void> {
  const isLargeInChannel = mentions.everyone && subscribers > MAX_UNRESTRICTED_WILDCARD_USERS;
  const isLargeInTopic = mentions.topic && participants > MAX_UNRESTRICTED_WILDCARD_USERS;
  if (!isLargeInChannel && !isLargeInTopic) return;
  if (await hasRealmPermission(reader, realm, user, 'can_mention_many_users_group')) return;
  throw new ApiError(
    isLargeInChannel ? 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' : 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    `You may not use wildcard mentions that notify more than ${MAX_UNRESTRICTED_WILDCARD_USERS} users.`,
  );
}

async function refuseGroups(reader: Reader, actor: Actor, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  for (const group of await listedGroups(reader, actor.realm.id, { deactivated: false, ids: groupIds }))
    if (!(await rightsIn(reader, actor, group))('can_mention_group'))
      throw badRequest(`You may not mention the group '${group.name}'.`);
}

/** Users who have sent messages or reacted in a topic, and the sender. */
async function participantsOf(
  reader: Reader,
  { realm, user }: Actor,
  { channelId, topic }: MentionTarget,
): Promise<number[]> {
  const rows = await reader.all(
    sql<{ id: number }>`
      with topic_message as (
        select id, sender_id from message
        where realm_id = ${realm.id} and channel_id = ${channelId} and topic_key = lower(${topic})
      )
      select sender_id as id from topic_message
      union
      select r.user_id from topic_message join reaction r on r.realm_id = ${realm.id} and r.message_id = topic_message.id
      union
      select ${user.id}::bigint`,
  );
  return rows.map(({ id }) => id);
}
