import type { Role } from '@parley/contract/primitives.ts';
import {
  visibleChannelIds,
  publishDefaults,
  publishVisibilityChange,
} from '../../chat/channels/user-visibility.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { isAdministrator, isGuest, isOwner, roles } from '@parley/contract/rights/roles.ts';
import { isBot, type UserRow } from '../../http/actor.ts';
import { isFullMember, publishRoleGroupChange } from '../groups/role-groups.ts';
import { revokeInvitationsAbove } from '../invitations/revoke.ts';
import { viewersOf } from './audience.ts';
import { isLastOwner } from './last-owner.ts';
import { adjustVisibility } from './visibility/adjust-visibility.ts';

/** Changes a user's role and publishes everything that the new role makes visible or hides. */
export async function changeRole(
  tx: Tx,
  realm: RealmRow,
  user: UserRow,
  role: Role,
  now: number,
): Promise<void> {
  const userRole = { role, is_full_member: isFullMember(realm, user.date_joined, now) };
  const visibleBefore = await visibleChannelIds(tx, user);
  await tx.all(
    q.updateTable('realm_user').set(userRole).where('realm_id', '=', tx.realmId).where('id', '=', user.id),
  );
  recordRole(tx, user.id, role);
  const action = isBot(user) ? 'bot.changed' : 'user.changed';
  tx.record({ action, object: { type: 'user', id: user.id }, before: { role: user.role }, after: { role } });
  await revokeInvitationsAbove(tx, user.id, role);
  tx.emit(await viewersOf(tx, realm, user), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: user.id, role },
  });
  if (!user.is_active) return;
  await publishRoleGroupChange(tx, user.id, user, userRole);
  await adjustVisibility(tx, realm, user, role);
  const after = { ...user, ...userRole };
  await publishVisibilityChange(tx, after, visibleBefore);
  await publishDefaults(tx, user, after);
}

/** Records the role from this log position on; the audience of later events depends on it. */
export function recordRole(tx: Tx, id: number, role: number): void {
  const at = tx.notify({ notice: 'role', user_id: id, role });
  tx.atPosition(
    (position) =>
      sql`insert into user_role (realm_id, user_id, from_position, role)
          values (${tx.realmId}, ${id}, ${position(at)}, ${role})`,
  );
}

/** Throws if the actor may not assign the role, or if the user cannot have it. */
export async function checkRole(tx: Tx, me: UserRow, user: UserRow, role: Role): Promise<void> {
  if ((role === roles.owner || isOwner(user)) && !isOwner(me))
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Only an organization owner may add or remove owners.');
  if (!isAdministrator(me))
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Only an organization administrator may do this.');
  if (await isLastOwner(tx, user))
    throw badRequest('The role of the only organization owner cannot be changed.');
  if (isGuest(user) && isAdministrator({ role }))
    throw badRequest('A guest cannot become an administrator or owner directly.');
}
