import { roles } from '@parley/contract/primitives.ts';
import { isAdministrator, isOwner, type UserRow } from '../../http/actor.ts';

/** Whether a user may invite with a role. An invitation grants no role that its sender could not grant later. */
export function mayGrant(inviter: Pick<UserRow, 'role'>, role: number): boolean {
  if (role === roles.owner) return isOwner(inviter);
  return !grantsRights(role) || isAdministrator(inviter);
}

/** Whether a role has more rights than every new user has. */
export function grantsRights(role: number): boolean {
  return role < roles.member;
}
