import { updateUserByEmail as contract } from '@parley/contract/endpoints/users.ts';
import { route } from '../../http/route.ts';
import { accessBySharedAddress } from '../find-person.ts';
import { updatePerson } from '../update-person.ts';

export const updateUserByEmailRoute = route(contract, async (call, { email, ...changes }) => {
  const { world, realm } = call;
  const { id } = await accessBySharedAddress(world.pool, world.config, call, email);
  await world.write(realm.id, (tx) => updatePerson(tx, world, call, id, changes));
  return {};
});
