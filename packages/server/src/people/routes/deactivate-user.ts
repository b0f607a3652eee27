import { deactivateUser as contract } from '@parley/contract/endpoints/users.ts';
import { route } from '../../http/route.ts';
import { deactivatePerson } from '../deactivate-person.ts';

export const deactivateUserRoute = route(contract, async (call, { user_id, actions }) => {
  await call.world.write(call.realm.id, (tx) => deactivatePerson(tx, call, user_id, actions ?? {}));
  return {};
});
