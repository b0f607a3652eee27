import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { isAdministrator, isGuest, type UserRow } from '../../http/actor.ts';
import type { ChannelRow } from './channel.ts';

/** What somebody has to do with a channel, apart from the role. */
export type Relation = {
  readonly isSubscribed: boolean;
  /** Permissions of the channel whose group the user is in. */
  readonly groups: ReadonlySet<ChannelPermission>;
};

type User = Pick<UserRow, 'role'>;
type Privacy = Pick<ChannelRow, 'is_private' | 'is_web_public'>;

/** Permissions that show a private channel to those who are not in it. */
export const SHOWING = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelPermission[];

/** Those of them that open its messages too. */
export const OPENING = [
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelPermission[];

/** Whether somebody may know that a channel exists, how it is set and who is in it. */
export function canSee(user: User, channel: Privacy, relation: Relation): boolean {
  return (
    isOpenTo(user, channel, relation) ||
    (!isGuest(user) && (isAdministrator(user) || holdsAny(relation, SHOWING)))
  );
}

/** Whether somebody may read what is said in it, and subscribe. Being an administrator is not enough. */
export function canRead(user: User, channel: Privacy, relation: Relation): boolean {
  return isOpenTo(user, channel, relation) || (!isGuest(user) && holdsAny(relation, OPENING));
}

/** Whether somebody may change and archive it. */
export function canAdminister(user: User, relation: Relation): boolean {
  return isAdministrator(user) || (!isGuest(user) && relation.groups.has('can_administer_channel_group'));
}

function isOpenTo(user: User, channel: Privacy, { isSubscribed }: Relation): boolean {
  return channel.is_web_public || isSubscribed || (!isGuest(user) && !channel.is_private);
}

function holdsAny({ groups }: Relation, names: readonly ChannelPermission[]): boolean {
  return names.some((name) => groups.has(name));
}
