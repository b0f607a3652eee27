import type { Role } from '@parley/contract/primitives.ts';
import { checkMayAdd } from '../../chat/subscriptions/subscribe.ts';
import { noSuchChannel } from '../../chat/channels/access.ts';
import { findChannels } from '../../chat/channels/queries.ts';
import { relationsTo } from '../../chat/channels/relation.ts';
import { canRead } from '@parley/contract/rights/channel-rights.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { accessCustomGroup, rightsIn } from '../groups/access.ts';
import { hasRealmPermission } from '../groups/permissions.ts';
import { isAdministrator, roles } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import {
  grantsRights,
  INVITING_PERMISSIONS,
  refuseGrant,
  refuseInviting,
  type InvitingWay,
} from '@parley/contract/rights/granting-rights.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';

/** The parameters of a request that determine how an invited user joins. */
export type InvitationRequest = {
  readonly invite_as: Role;
  readonly stream_ids: readonly number[];
  readonly group_ids?: readonly number[] | undefined;
  readonly welcome_message_custom_text?: string | undefined;
  readonly include_realm_default_subscriptions: boolean;
  readonly invite_expires_in_minutes?: number | null | undefined;
};

/** Throws if the actor may not send such an invitation. */
export async function checkInvitation(
  tx: Tx,
  actor: Actor,
  way: InvitingWay,
  request: InvitationRequest,
): Promise<void> {
  const { realm, user } = actor;
  const isPermitted = await hasRealmPermission(tx, realm, user, INVITING_PERMISSIONS[way]);
  const refusal = refuseInviting(way, isPermitted);
  if (refusal !== undefined) throw badRequest(refusal.reason);
  checkRole(actor, request.invite_as);
  if (request.welcome_message_custom_text !== undefined && !isAdministrator(user))
    throw badRequest('Only administrators can set welcome_message_custom_text.');
  await checkChannels(tx, actor, request.stream_ids);
  for (const id of new Set(request.group_ids)) await checkGroup(tx, actor, id);
}

function checkRole({ user }: Actor, role: Role): void {
  const refusal = refuseGrant(user, role);
  if (refusal === undefined) return;
  throw role === roles.owner
    ? new ApiError('UNAUTHORIZED_PRINCIPAL', refusal.reason)
    : badRequest(refusal.reason);
}

async function checkChannels(tx: Tx, actor: Actor, given: readonly number[]): Promise<void> {
  const ids = new Set(given);
  if (ids.size === 0) return;
  const channels = await findChannels(tx, tx.realmId, [...ids]);
  const relationOf = await relationsTo(tx, actor.user, channels);
  const open = channels
    .filter((channel) => !channel.is_archived && canRead(actor.user, channel, relationOf(channel)))
    .map((channel) => ({ channel, relation: relationOf(channel) }));
  if (open.length < ids.size) throw noSuchChannel();
  await checkMayAdd(
    tx,
    actor,
    open.filter(({ channel }) => !channel.is_default),
  );
}

async function checkGroup(tx: Tx, actor: Actor, id: number): Promise<void> {
  const group = await accessCustomGroup(tx, tx.realmId, id);
  if (group.is_deactivated) throw badRequest('The group is deactivated.');
  if (!(await rightsIn(tx, actor, group))('can_add_members_group'))
    throw badRequest('You may not add members to this group.');
}

/** The stored form of a request, except for the e-mail address and expiry. */
export function promiseOf({ user }: Actor, request: InvitationRequest, now: number) {
  return {
    inviterId: user.id,
    role: request.invite_as,
    channelIds: request.stream_ids,
    groupIds: request.group_ids ?? [],
    joinsDefaults: request.include_realm_default_subscriptions,
    welcomeText: request.welcome_message_custom_text ?? null,
    invitedAt: new Date(now),
  };
}

const DEFAULT_MINUTES = 14_400;
const MAX_MINUTES = 10 * 366 * 24 * 60;
/** The longest life of a reusable link that grants rights. */
const MAX_GRANTING_MINUTES = DEFAULT_MINUTES;

/** Refuses a reusable link that grants rights for long: it works for everyone who comes to see it. */
export function checkLinkLife({
  invite_as: role,
  invite_expires_in_minutes: minutes,
}: InvitationRequest): void {
  if (!grantsRights(role) || minutes === undefined) return;
  if (minutes === null || minutes > MAX_GRANTING_MINUTES)
    throw badRequest('A link that creates moderators, administrators or owners must expire within ten days.');
}

/** The time at which an invitation expires; null means never. */
export function expiryOf(
  { invite_expires_in_minutes: minutes }: InvitationRequest,
  now: number,
): Date | null {
  if (minutes === null) return null;
  const given = minutes ?? DEFAULT_MINUTES;
  if (given < 1 || given > MAX_MINUTES)
    throw badRequest('invite_expires_in_minutes must be between one minute and ten years.');
  return new Date(now + given * 60_000);
}
