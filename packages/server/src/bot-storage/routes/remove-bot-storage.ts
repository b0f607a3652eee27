import { removeBotStorage as contract } from '@parley/contract/endpoints/bot-storage.ts';
import { route } from '../../http/route.ts';
import { forgetStorage } from '../storage.ts';

export const removeBotStorageRoute = route(contract, async ({ world, realm, person }, { keys }) => {
  await world.write(realm.id, (tx) => forgetStorage(tx, { realm, person }, keys));
  return {};
});
