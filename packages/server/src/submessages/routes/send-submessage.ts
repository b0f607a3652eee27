import { sendSubmessage as contract } from '@parley/contract/endpoints/messages.ts';
import { route } from '../../http/route.ts';
import { addSubmessage } from '../add-submessage.ts';

export const sendSubmessageRoute = route(contract, async ({ world, realm, person }, request) => {
  await world.write(realm.id, (tx) => addSubmessage(tx, { realm, person }, request, world.clock.now()));
  return {};
});
