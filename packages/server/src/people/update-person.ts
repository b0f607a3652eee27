import type { ProfileValueInput } from '@parley/contract/objects/user.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Tx } from '../db/tx.ts';
import { badRequest } from '../problem.ts';
import { editProfile } from '../profile-fields/set-values.ts';
import type { World } from '../world.ts';
import { accessPerson } from './access.ts';
import { changeEmail } from './change-email.ts';
import { changeRole } from './change-role.ts';
import { lockOwnership } from './last-owner.ts';
import { holdPeople } from './hold-people.ts';
import { isAdministrator, isOwner, type Actor } from './person.ts';
import { realmOf } from './queries.ts';
import { rename } from './rename.ts';
import { checkRole } from './role-rules.ts';

export type PersonChanges = {
  readonly full_name?: string | undefined;
  readonly role?: Role | undefined;
  readonly profile_data?: readonly ProfileValueInput[] | undefined;
  readonly new_email?: string | undefined;
};

/** Changes what is given about somebody, all of it or nothing. */
export const updatePerson = async (
  tx: Tx,
  world: Pick<World, 'config' | 'sealer' | 'clock'>,
  actor: Actor,
  id: number,
  changes: PersonChanges,
): Promise<void> => {
  const { full_name, role, profile_data, new_email } = changes;
  await accessPerson(tx, actor, id);
  await lockOwnership(tx);
  const { me, person } = await holdPeople(tx, actor, id);
  // As it is now: who hears of the change depends on it.
  const realm = await realmOf(tx);
  if (!isAdministrator(me) && person.bot_owner_id !== me.id)
    throw badRequest('You may not change this account.');
  if (new_email !== undefined && !(isOwner(me) && me.can_change_user_emails))
    throw badRequest('You may not change addresses of others.');
  if (role !== undefined && role !== person.role) {
    await checkRole(tx, me, person, role);
    await changeRole(tx, realm, person, role, world.clock.now());
  }
  if (full_name !== undefined && full_name.trim() !== '') await rename(tx, realm, person, full_name);
  if (profile_data !== undefined) await editProfile(tx, { realm, person: me }, person, profile_data);
  if (new_email !== undefined) await changeEmail(tx, world, realm, person, new_email);
};
