import * as endpoints from '@parley/contract/endpoints/bot-storage.ts';
import { route, type Route } from '../../http/route.ts';
import { forgetStorage, keepStorage, readStorage } from './storage.ts';

export const botStorageRoutes: readonly Route[] = [
  route(endpoints.getBotStorage, async ({ world, realm, user }, { keys }) => ({
    storage: await readStorage(world.pool, { realm, user }, keys),
  })),
  route(endpoints.updateBotStorage, async ({ world, realm, user }, { storage }) => {
    await world.write(realm.id, (tx) => keepStorage(tx, { realm, user }, storage));
    return {};
  }),
  route(endpoints.removeBotStorage, async ({ world, realm, user }, { keys }) => {
    await world.write(realm.id, (tx) => forgetStorage(tx, { realm, user }, keys));
    return {};
  }),
];
