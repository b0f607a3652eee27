import { getUsers as contract } from '@parley/contract/endpoints/users.ts';
import { route } from '../../http/route.ts';
import { listPeople } from '../queries.ts';
import { showPeople } from '../show-person.ts';

export const getUsersRoute = route(contract, async (call, { user_ids, ...view }) => {
  const people = await listPeople(call.world.pool, call, user_ids);
  return { members: await showPeople(call, people, view) };
});
