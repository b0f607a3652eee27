import { unmuteUser as contract } from '@parley/contract/endpoints/muted-users.ts';
import { route } from '../../http/route.ts';
import { unmutePerson } from '../mute.ts';

export const unmuteUserRoute = route(contract, async ({ world, realm, person }, { muted_user_id }) => {
  await world.write(realm.id, (tx) => unmutePerson(tx, { realm, person }, muted_user_id));
  return {};
});
