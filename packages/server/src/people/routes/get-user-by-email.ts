import { getUserByEmail as contract } from '@parley/contract/endpoints/users.ts';
import { route } from '../../http/route.ts';
import { accessBySharedAddress } from '../find-person.ts';
import { showPerson } from '../show-person.ts';

export const getUserByEmailRoute = route(contract, async (call, { email, ...view }) => {
  const person = await accessBySharedAddress(call.world.pool, call.world.config, call, email);
  return { user: await showPerson(call, person, view) };
});
