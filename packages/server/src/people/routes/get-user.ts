import { getUser as contract } from '@parley/contract/endpoints/users.ts';
import { route } from '../../http/route.ts';
import { accessPerson } from '../access.ts';
import { showPerson } from '../show-person.ts';

export const getUserRoute = route(contract, async (call, { user_id, ...view }) => {
  const person = await accessPerson(call.world.pool, call, user_id);
  return { user: await showPerson(call, person, view) };
});
