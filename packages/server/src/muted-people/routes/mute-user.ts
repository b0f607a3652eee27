import { muteUser as contract } from '@parley/contract/endpoints/muted-users.ts';
import { route } from '../../http/route.ts';
import { mutePerson } from '../mute.ts';

export const muteUserRoute = route(contract, async ({ world, realm, person }, { muted_user_id }) => {
  await world.write(realm.id, (tx) => mutePerson(tx, { realm, person }, muted_user_id, world.clock.now()));
  return {};
});
