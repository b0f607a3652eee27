import type { Invite } from '@parley/contract/objects/invite.ts';
import { isAdministrator, isOwner, type Actor } from '../people/person.ts';
import type { World } from '../world.ts';
import { presentInvitation } from './present.ts';
import { validInvitations } from './queries.ts';

/** What somebody may see of invitations. A link that makes owners would make an owner of who sees it. */
export const listInvitations = async (world: World, { realm, person }: Actor): Promise<Invite[]> => {
  const rows = await world.pool.all(
    validInvitations(realm.id, world.clock.now())
      .$if(!isAdministrator(person), (query) => query.where('inviter_id', '=', person.id))
      .$if(!isOwner(person), (query) =>
        query.where((eb) => eb.or([eb('role', '!=', 100), eb('email', 'is not', null)])),
      )
      .orderBy('id'),
  );
  return rows.map((row) => presentInvitation(world, realm, row));
};
