import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { isAdministrator, isGuest, type PersonRow } from '../people/person.ts';
import type { ChannelRow } from './channel.ts';

/** What somebody has to do with a channel, apart from the role. */
export type Relation = {
  readonly isSubscribed: boolean;
  /** Permissions of the channel whose group the person is in. */
  readonly groups: ReadonlySet<ChannelPermission>;
};

type Person = Pick<PersonRow, 'role'>;
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
export const canSee = (person: Person, channel: Privacy, relation: Relation): boolean =>
  isOpenTo(person, channel, relation) ||
  (!isGuest(person) && (isAdministrator(person) || holdsAny(relation, SHOWING)));

/** Whether somebody may read what is said in it, and subscribe. Being an administrator is not enough. */
export const canRead = (person: Person, channel: Privacy, relation: Relation): boolean =>
  isOpenTo(person, channel, relation) || (!isGuest(person) && holdsAny(relation, OPENING));

/** Whether somebody may change and archive it. */
export const canAdminister = (person: Person, relation: Relation): boolean =>
  isAdministrator(person) || (!isGuest(person) && relation.groups.has('can_administer_channel_group'));

const isOpenTo = (person: Person, channel: Privacy, { isSubscribed }: Relation): boolean =>
  channel.is_web_public || isSubscribed || (!isGuest(person) && !channel.is_private);

const holdsAny = ({ groups }: Relation, names: readonly ChannelPermission[]): boolean =>
  names.some((name) => groups.has(name));
