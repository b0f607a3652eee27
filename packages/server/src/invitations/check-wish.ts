import type { Role } from '@parley/contract/primitives.ts';
import { checkMayAdd } from '../channels/subscribe.ts';
import { noSuchChannel } from '../channels/access.ts';
import { findChannels } from '../channels/queries.ts';
import { relationsTo } from '../channels/relation.ts';
import { canRead } from '../channels/rights.ts';
import type { Tx } from '../db/tx.ts';
import { accessCustomGroup, rightsIn } from '../groups/access.ts';
import { hasRealmPermission } from '../groups/permissions.ts';
import { isAdministrator, isOwner, type Actor } from '../people/person.ts';
import { badRequest, Problem } from '../problem.ts';

/** What an invitation promises to who joins, as a request names it. */
export type Wish = {
  readonly invite_as: Role;
  readonly stream_ids: readonly number[];
  readonly group_ids?: readonly number[] | undefined;
  readonly welcome_message_custom_text?: string | undefined;
  readonly include_realm_default_subscriptions: boolean;
  readonly invite_expires_in_minutes?: number | null | undefined;
};

type Permission = 'can_invite_users_group' | 'create_multiuse_invite_group';

/** Refuses invitations that the actor may not give. */
export const checkWish = async (tx: Tx, actor: Actor, permission: Permission, wish: Wish): Promise<void> => {
  const { realm, person } = actor;
  if (!(await hasRealmPermission(tx, realm, person, permission)))
    throw badRequest('You may not invite people to this organization in this way.');
  checkRole(actor, wish.invite_as);
  if (wish.welcome_message_custom_text !== undefined && !isAdministrator(person))
    throw badRequest('Only administrators choose what new people are told.');
  await checkChannels(tx, actor, wish.stream_ids);
  for (const id of new Set(wish.group_ids)) await checkGroup(tx, actor, id);
};

/** Nobody makes others what they could not make them later. */
const checkRole = ({ person }: Actor, role: Role): void => {
  if (role === 100 && !isOwner(person))
    throw new Problem('UNAUTHORIZED_PRINCIPAL', 'Only owners invite owners.');
  if (role < 400 && !isAdministrator(person))
    throw badRequest('Only administrators invite administrators and moderators.');
};

const checkChannels = async (tx: Tx, actor: Actor, given: readonly number[]): Promise<void> => {
  const ids = new Set(given);
  if (ids.size === 0) return;
  const channels = await findChannels(tx, tx.realmId, [...ids]);
  const relationOf = await relationsTo(tx, actor.person, channels);
  const open = channels
    .filter((channel) => !channel.is_archived && canRead(actor.person, channel, relationOf(channel)))
    .map((channel) => ({ channel, relation: relationOf(channel) }));
  if (open.length < ids.size) throw noSuchChannel();
  await checkMayAdd(
    tx,
    actor,
    open.filter(({ channel }) => !channel.is_default),
  );
};

const checkGroup = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  const group = await accessCustomGroup(tx, tx.realmId, id);
  if (group.is_deactivated) throw badRequest('The group is deactivated.');
  if (!(await rightsIn(tx, actor, group))('can_add_members_group'))
    throw badRequest('You may not add members to this group.');
};

/** What a wish becomes, apart from whom it is for and how long. */
export const promiseOf = ({ person }: Actor, wish: Wish, now: number) => ({
  inviterId: person.id,
  role: wish.invite_as,
  channelIds: wish.stream_ids,
  groupIds: wish.group_ids ?? [],
  joinsDefaults: wish.include_realm_default_subscriptions,
  welcomeText: wish.welcome_message_custom_text ?? null,
  invitedAt: new Date(now),
});

const STANDARD_MINUTES = 14_400;
const MOST_MINUTES = 10 * 366 * 24 * 60;

/** When an invitation ends. Null is never. */
export const expiryOf = ({ invite_expires_in_minutes: minutes }: Wish, now: number): Date | null => {
  if (minutes === null) return null;
  const given = minutes ?? STANDARD_MINUTES;
  if (given < 1 || given > MOST_MINUTES)
    throw badRequest('An invitation can be used for a minute at least, and for ten years at most.');
  return new Date(now + given * 60_000);
};
