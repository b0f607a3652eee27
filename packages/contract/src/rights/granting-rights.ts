import type { Refusal } from './refusal.ts';
import { isAdministrator, isOwner, roles, type WithRole } from './roles.ts';

/** Why a user may not invite with a role. An invitation grants no role that its sender could not grant later. */
export function refuseGrant(inviter: WithRole, role: number): Refusal | undefined {
  if (role === roles.owner)
    return isOwner(inviter) ? undefined : { reason: 'Only owners can invite owners.' };
  if (!grantsRights(role) || isAdministrator(inviter)) return undefined;
  return { reason: 'Only administrators can invite administrators and moderators.' };
}

/** Whether a role has more rights than every new user has. */
export function grantsRights(role: number): boolean {
  return role < roles.member;
}

/** The permissions to invite: by a link that many use, and by e-mail. */
export const INVITING_PERMISSIONS = {
  link: 'create_multiuse_invite_group',
  mail: 'can_invite_users_group',
} as const;

export type InvitingWay = keyof typeof INVITING_PERMISSIONS;

/** Why a user may not invite in a way; `isPermitted` says whether the user has its permission. */
export function refuseInviting(way: InvitingWay, isPermitted: boolean): Refusal | undefined {
  if (isPermitted) return undefined;
  return {
    reason:
      way === 'link'
        ? 'You do not have permission to make links that invite.'
        : 'You do not have permission to invite people by e-mail.',
    permission: INVITING_PERMISSIONS[way],
  };
}

/** Why a user may not make a link with which another one chooses a new password, and so could use that account. */
export function refusePasswordLink(user: WithRole, of: WithRole): Refusal | undefined {
  if (!isAdministrator(user)) return { reason: 'Only administrators can make links for new passwords.' };
  if (isOwner(of) && !isOwner(user))
    return { reason: 'Only owners can make links for the passwords of owners.' };
  return undefined;
}
