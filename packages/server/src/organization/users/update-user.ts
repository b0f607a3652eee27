import type { ProfileValueInput } from '@parley/contract/objects/user.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import { isAdministrator, isOwner } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import {
  requireRecentLogin,
  requireRecentLoginForRole,
  type LoggedInCall,
} from '../credentials/recent-login.ts';
import { editProfile } from '../profile-fields/set-values.ts';
import { accessUser } from './access.ts';
import { changeEmail } from './change-email.ts';
import { changeRole, checkRole } from './change-role.ts';
import { lockWithActor } from './lock-with-actor.ts';
import { lockAccounts } from './last-owner.ts';
import { realmOf } from './queries.ts';
import { rename } from './rename.ts';

export type UserChanges = {
  readonly full_name?: string | undefined;
  readonly role?: Role | undefined;
  readonly profile_data?: readonly ProfileValueInput[] | undefined;
  readonly new_email?: string | undefined;
};

/** Applies the given changes to a user, all or none. */
export async function updateUser(
  tx: Tx,
  call: Actor & LoggedInCall,
  id: number,
  changes: UserChanges,
): Promise<void> {
  const { full_name, role, profile_data, new_email } = changes;
  await accessUser(tx, call, id);
  await lockAccounts(tx);
  const { me, user } = await lockWithActor(tx, call, id);
  // The audience of the events depends on the current settings of the organization.
  const realm = await realmOf(tx);
  if (!isAdministrator(me) && user.bot_owner_id !== me.id) throw badRequest(`You may not change user ${id}.`);
  if (new_email !== undefined && !(isOwner(me) && me.can_change_user_emails))
    throw badRequest('You do not have permission to change e-mail addresses of other users.');
  if (role !== undefined && role !== user.role) {
    await checkRole(tx, me, user, role);
    requireRecentLoginForRole(call, Math.min(role, user.role));
    await changeRole(tx, realm, user, role, call.world.clock.now());
  }
  if (full_name !== undefined && full_name.trim() !== '') await rename(tx, realm, user, full_name);
  if (profile_data !== undefined) await editProfile(tx, { realm, user: me }, user, profile_data);
  if (new_email !== undefined) {
    requireRecentLogin(call);
    await changeEmail(tx, call.world, realm, user, new_email);
  }
}
