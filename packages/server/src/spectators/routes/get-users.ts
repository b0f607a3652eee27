import { spectatorGetUsers as contract } from '@parley/contract/endpoints/spectators.ts';
import type { SpectatorUser } from '@parley/contract/objects/spectator-user.ts';
import { spectatorRoute } from '../../http/route.ts';
import { eyesOf } from '../../people/access.ts';
import { peoplePages } from '../../people/queries.ts';
import { presentToSpectator } from '../present.ts';

/** Custom profile values are left out also when the request asks for them. */
export const spectatorGetUsersRoute = spectatorRoute(contract, async (call, { user_ids }) => {
  const { world, realm } = call;
  const sees = await eyesOf(world.pool, call, user_ids);
  const members: SpectatorUser[] = [];
  for await (const page of peoplePages(world.pool, realm.id, user_ids))
    for (const person of page.filter(sees))
      members.push({ ...presentToSpectator(person, world, realm.subdomain), is_active: person.is_active });
  return { members };
});
