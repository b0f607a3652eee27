import { updateBotStorage as contract } from '@parley/contract/endpoints/bot-storage.ts';
import { route } from '../../http/route.ts';
import { keepStorage } from '../storage.ts';

export const updateBotStorageRoute = route(contract, async ({ world, realm, person }, { storage }) => {
  await world.write(realm.id, (tx) => keepStorage(tx, { realm, person }, storage));
  return {};
});
