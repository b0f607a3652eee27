import { updateUser as contract } from '@parley/contract/endpoints/users.ts';
import { route } from '../../http/route.ts';
import { updatePerson } from '../update-person.ts';

export const updateUserRoute = route(contract, async (call, { user_id, ...changes }) => {
  await call.world.write(call.realm.id, (tx) => updatePerson(tx, call.world, call, user_id, changes));
  return {};
});
