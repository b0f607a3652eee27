import { getBotStorage as contract } from '@parley/contract/endpoints/bot-storage.ts';
import { route } from '../../http/route.ts';
import { readStorage } from '../storage.ts';

export const getBotStorageRoute = route(contract, async ({ world, realm, person }, { keys }) => ({
  storage: await readStorage(world.pool, { realm, person }, keys),
}));
