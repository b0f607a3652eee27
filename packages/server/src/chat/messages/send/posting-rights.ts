import { q, type Reader } from '../../../engine/db/sql.ts';
import { relationTo } from '../../channels/relation.ts';
import {
  refuseNewTopic,
  type PostingRelation,
  type Relation,
} from '@parley/contract/rights/channel-rights.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import { badRequest, throwRefusal } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import type { ContextChannel } from './context.ts';

/** Channels without permission settings allow posting to all their members, which needs no lookup. */
export async function postingRelationIn(
  reader: Reader,
  user: UserRow,
  channel: ContextChannel,
  isSubscribed: boolean,
): Promise<PostingRelation> {
  const isOpen = isSubscribed || !channel.is_private;
  const isPlain =
    channel.permissions['can_send_message_group'] === undefined &&
    channel.permissions['can_create_topic_group'] === undefined;
  if (isOpen && isPlain && user.bot_owner_id === null)
    return {
      mine: { isSubscribed, groups: new Set(['can_send_message_group', 'can_create_topic_group']) },
      owners: undefined,
    };
  return {
    mine: await relationTo(reader, user, channel),
    owners: await ownersRelation(reader, user, channel),
  };
}

async function ownersRelation(
  reader: Reader,
  user: UserRow,
  channel: ContextChannel,
): Promise<Relation | undefined> {
  if (user.bot_owner_id === null) return undefined;
  const owner = await reader.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('id', '=', user.bot_owner_id),
  );
  return owner?.is_active === true ? relationTo(reader, owner, channel) : undefined;
}

export function refuseTopicFor(relation: PostingRelation, hasTopic: boolean): void {
  if (!hasTopic) throwRefusal(refuseNewTopic(relation));
}

/** The policy of the channel, or of the organization if the channel inherits it. */
export function topicsPolicyOf(
  { realm }: Pick<Actor, 'realm'>,
  { topics_policy }: Pick<ContextChannel, 'topics_policy'>,
): ContextChannel['topics_policy'] {
  return topics_policy === 'inherit' ? realmSettingsOf(realm).topics_policy : topics_policy;
}

/** The policy decides whether the topic may or must be empty. */
export function refuseTopicPolicy(
  actor: Pick<Actor, 'realm'>,
  channel: Pick<ContextChannel, 'topics_policy'>,
  topic: string,
): void {
  const policy = topicsPolicyOf(actor, channel);
  const extra = { empty_topic_display_name: EMPTY_TOPIC_NAME };
  if (policy === 'disable_empty_topic' && topic === '')
    throw badRequest('Messages in this channel need a topic.', extra);
  if (policy === 'empty_topic_only' && topic !== '')
    throw badRequest(`This channel has only the topic '${EMPTY_TOPIC_NAME}'.`, extra);
}
