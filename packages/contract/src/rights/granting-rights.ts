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
