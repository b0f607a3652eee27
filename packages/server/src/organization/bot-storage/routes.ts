import * as endpoints from '@parley/contract/endpoints/bot-storage.ts';
import { route, type Route } from '../../http/route.ts';
import { deleteStorage, updateStorage, readStorage } from './storage.ts';

export const botStorageRoutes: readonly Route[] = [
  route(endpoints.getBotStorage, async ({ world, realm, user }, { keys }) => ({
    storage: await readStorage(world.pool, { realm, user }, keys),
  })),
  route(endpoints.updateBotStorage, async ({ world, realm, user }, { storage }) => {
    await world.write(realm.id, (tx) => updateStorage(tx, { realm, user }, storage));
    return {};
  }),
  route(endpoints.removeBotStorage, async ({ world, realm, user }, { keys }) => {
    await world.write(realm.id, (tx) => deleteStorage(tx, { realm, user }, keys));
    return {};
  }),
];
