import { deactivateOwnUser as contract } from '@parley/contract/endpoints/users.ts';
import { route } from '../../http/route.ts';
import { deactivateOneself } from '../deactivate-person.ts';

export const deactivateOwnUserRoute = route(contract, async (call) => {
  await call.world.write(call.realm.id, (tx) => deactivateOneself(tx, call));
  return {};
});
