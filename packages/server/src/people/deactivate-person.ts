import type { deactivationActions } from '@parley/contract/endpoints/users.ts';
import type * as z from 'zod';
import type { Tx } from '../db/tx.ts';
import { hasRealmPermission } from '../groups/permissions.ts';
import { badRequest, Problem } from '../problem.ts';
import { clearProfile } from '../profile-fields/set-values.ts';
import { accessPerson, noSuchPerson } from './access.ts';
import { deactivate } from './deactivate.ts';
import { holdPeople } from './hold-people.ts';
import { isLastAccount, isLastOwner, lockOwnership } from './last-owner.ts';
import { isAdministrator, isBot, isOwner, type Actor } from './person.ts';

export type DeactivationActions = z.infer<typeof deactivationActions>;

/** An administrator ends the account of a person. */
export const deactivatePerson = async (
  tx: Tx,
  actor: Actor,
  id: number,
  actions: DeactivationActions,
): Promise<void> => {
  await accessPerson(tx, actor, id);
  await lockOwnership(tx);
  const { me, person } = await holdPeople(tx, actor, id);
  if (isBot(person)) throw noSuchPerson();
  if (!person.is_active) throw badRequest('The account is deactivated already.');
  if (!isAdministrator(me)) throw badRequest('You may not deactivate accounts.');
  if (isOwner(person) && !isOwner(me))
    throw new Problem('UNAUTHORIZED_PRINCIPAL', 'Only owners deactivate owners.');
  if (await isLastOwner(tx, person)) throw badRequest('The only owner cannot be deactivated.');
  if (
    deletesMessages(actions) &&
    !(await hasRealmPermission(tx, actor.realm, me, 'can_delete_any_message_group'))
  )
    throw badRequest('You may not delete messages of others.');
  if (actions.delete_profile === true) await clearProfile(tx, actor.realm, person);
  await deactivate(tx, actor.realm, person);
};

const deletesMessages = (actions: DeactivationActions): boolean =>
  actions.delete_public_channel_messages === true ||
  actions.delete_private_channel_messages === true ||
  actions.delete_direct_messages === true;

/** Somebody ends their own account, unless the organization would be lost with it. */
export const deactivateOneself = async (tx: Tx, actor: Actor): Promise<void> => {
  await lockOwnership(tx);
  const { me } = await holdPeople(tx, actor, actor.person.id);
  const lastOwner = await isLastOwner(tx, me);
  if (lastOwner || (await isLastAccount(tx, me)))
    throw new Problem(
      'CANNOT_DEACTIVATE_LAST_USER',
      'The organization would be left without anybody in charge.',
      {
        extra: { is_last_owner: lastOwner, entity: lastOwner ? 'organization owner' : 'user' },
      },
    );
  await deactivate(tx, actor.realm, me);
};
