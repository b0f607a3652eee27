import { canAdminister, canRead, canSee, type Privacy, type Relation } from './channel-rights.ts';
import type { Refusal } from './refusal.ts';
import { isAdministrator, type WithRole } from './roles.ts';

/** A user with the permissions of the organization that decide which channels the user may create. */
export type Creator = WithRole & {
  readonly mayCreatePublic: boolean;
  readonly mayCreatePrivate: boolean;
  readonly mayCreateWebPublic: boolean;
  /** The server and the organization have web-public channels. */
  readonly hasWebPublic: boolean;
};

/** Settings of a new channel that need a permission. */
export type Creation = Privacy & {
  readonly is_default: boolean;
  readonly default_push_notifications: boolean;
};

/** Why a user may not create a channel with these settings. */
export function refuseCreation(creator: Creator, channel: Creation): Refusal | undefined {
  if (channel.is_private && !creator.mayCreatePrivate)
    return {
      reason: 'You do not have permission to create private channels.',
      permission: 'can_create_private_channel_group',
    };
  if (!channel.is_private && !creator.mayCreatePublic)
    return {
      reason: 'You do not have permission to create public channels.',
      permission: 'can_create_public_channel_group',
    };
  if (channel.is_default && !isAdministrator(creator))
    return { reason: 'Only administrators can set the default channels.' };
  if (channel.default_push_notifications && !isAdministrator(creator))
    return { reason: 'Only administrators can set default_push_notifications.' };
  if (channel.is_private && channel.is_default)
    return { reason: 'A private channel cannot be a default channel.' };
  return channel.is_web_public ? refuseWebPublic(creator) : undefined;
}

/** Why a user may not open a channel to readers without an account. */
export function refuseWebPublic(creator: Creator): Refusal | undefined {
  if (!creator.hasWebPublic) return { reason: 'Web-public channels are not enabled.' };
  if (creator.mayCreateWebPublic) return undefined;
  return {
    reason: 'You do not have permission to create web-public channels.',
    permission: 'can_create_web_public_channel_group',
  };
}

/** Why a user may not change or archive a channel. */
export function refuseAdministration(user: WithRole, relation: Relation): Refusal | undefined {
  if (canAdminister(user, relation)) return undefined;
  return { reason: 'You do not have permission to administer this channel.' };
}

/** Why a user may not subscribe others to a channel. */
export function refuseAdding(
  user: WithRole,
  channel: Privacy,
  relation: Relation,
  isPermitted: boolean,
): Refusal | undefined {
  if (!canRead(user, channel, relation)) return { reason: 'You cannot read this channel.' };
  if (isAdministrator(user) || isPermitted) return undefined;
  const { groups } = relation;
  if (groups.has('can_add_subscribers_group') || groups.has('can_administer_channel_group')) return undefined;
  return {
    reason: 'You do not have permission to subscribe other users.',
    permission: 'can_add_subscribers_group',
  };
}

/** Why a user may not unsubscribe others from a channel. */
export function refuseRemoval(user: WithRole, channel: Privacy, relation: Relation): Refusal | undefined {
  if (canAdminister(user, relation)) return undefined;
  if (canSee(user, channel, relation) && relation.groups.has('can_remove_subscribers_group'))
    return undefined;
  return { reason: 'You do not have permission to unsubscribe other users.' };
}
