import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { isAdministrator, isGuest, type UserRow } from '../../http/actor.ts';
import type { ChannelRow } from './channel.ts';

/** A user's subscription and permissions in a channel, apart from the role. */
export type Relation = {
  readonly isSubscribed: boolean;
  /** Permissions of the channel whose group the user is in. */
  readonly groups: ReadonlySet<ChannelPermission>;
};

type User = Pick<UserRow, 'role'>;
type Privacy = Pick<ChannelRow, 'is_private' | 'is_web_public'>;

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
export function canSee(user: User, channel: Privacy, relation: Relation): boolean {
  return (
    isOpenTo(user, channel, relation) ||
    (!isGuest(user) && (isAdministrator(user) || holdsAny(relation, METADATA_PERMISSIONS)))
  );
}

/** Whether a user may read the channel's messages and subscribe. Being an administrator is not enough. */
export function canRead(user: User, channel: Privacy, relation: Relation): boolean {
  return isOpenTo(user, channel, relation) || (!isGuest(user) && holdsAny(relation, CONTENT_PERMISSIONS));
}

/** Whether a user may change and archive the channel. */
export function canAdminister(user: User, relation: Relation): boolean {
  return isAdministrator(user) || (!isGuest(user) && relation.groups.has('can_administer_channel_group'));
}

function isOpenTo(user: User, channel: Privacy, { isSubscribed }: Relation): boolean {
  return channel.is_web_public || isSubscribed || (!isGuest(user) && !channel.is_private);
}

function holdsAny({ groups }: Relation, names: readonly ChannelPermission[]): boolean {
  return names.some((name) => groups.has(name));
}
