import type { ChannelPermission } from '../objects/permission-settings.ts';
import type { Refusal } from './refusal.ts';
import { isAdministrator, isGuest, type WithRole } from './roles.ts';

/** A user's subscription and permissions in a channel, apart from the role. */
export type Relation = {
  readonly isSubscribed: boolean;
  /** Permissions of the channel whose group the user is in. */
  readonly groups: ReadonlySet<ChannelPermission>;
};

export type Privacy = { readonly is_private: boolean; readonly is_web_public: boolean };

/** Permissions that make a private channel visible to users who are not subscribed. */
export const METADATA_PERMISSIONS = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelPermission[];

/** Permissions that also give access to its messages. */
export const CONTENT_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelPermission[];

/** Whether a user may see that a channel exists, its settings and its subscribers. */
export function canSee(user: WithRole, channel: Privacy, relation: Relation): boolean {
  return (
    isOpenTo(user, channel, relation) ||
    (!isGuest(user) && (isAdministrator(user) || holdsAny(relation, METADATA_PERMISSIONS)))
  );
}

/** Whether a user may read the channel's messages and subscribe. Being an administrator is not enough. */
export function canRead(user: WithRole, channel: Privacy, relation: Relation): boolean {
  return isOpenTo(user, channel, relation) || (!isGuest(user) && holdsAny(relation, CONTENT_PERMISSIONS));
}

/** Whether a user may change and archive the channel. */
export function canAdminister(user: WithRole, relation: Relation): boolean {
  return isAdministrator(user) || (!isGuest(user) && relation.groups.has('can_administer_channel_group'));
}

function isOpenTo(user: WithRole, channel: Privacy, { isSubscribed }: Relation): boolean {
  return channel.is_web_public || isSubscribed || (!isGuest(user) && !channel.is_private);
}

function holdsAny({ groups }: Relation, names: readonly ChannelPermission[]): boolean {
  return names.some((name) => groups.has(name));
}

/** A sender's relation to a channel, and for a bot that of its owner. */
export type PostingRelation = { readonly mine: Relation; readonly owners: Relation | undefined };

export type PostingChannel = Privacy & {
  readonly is_archived: boolean;
  readonly is_history_public: boolean;
};

/** Why a user may not send to a channel. Public channels and invited bots do not require a subscription. */
export function refusePost(
  user: WithRole,
  channel: PostingChannel,
  relation: PostingRelation,
  isInvited = false,
): Refusal | undefined {
  const { mine, owners } = relation;
  const isOpen =
    isInvited ||
    isOpenTo(user, channel, mine) ||
    owners?.isSubscribed === true ||
    (!isGuest(user) && channel.is_history_public && holdsAny(mine, CONTENT_PERMISSIONS));
  if (!isOpen) return { reason: 'Only subscribers may write in this channel.' };
  if (channel.is_archived) return { reason: 'The channel is archived.' };
  if (!mayPost(relation, 'can_send_message_group')) return { reason: 'You may not write in this channel.' };
  return undefined;
}

/** Why a user who may write in a channel may not begin a topic there. */
export function refuseNewTopic(relation: PostingRelation): Refusal | undefined {
  if (mayPost(relation, 'can_create_topic_group')) return undefined;
  return { reason: 'You may not start new topics in this channel.' };
}

function mayPost(
  { mine, owners }: PostingRelation,
  name: 'can_send_message_group' | 'can_create_topic_group',
): boolean {
  return mine.groups.has(name) || owners?.groups.has(name) === true;
}
