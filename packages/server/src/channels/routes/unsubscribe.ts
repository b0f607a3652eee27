import { unsubscribe as contract } from '@parley/contract/endpoints/subscribing.ts';
import { route } from '../../http/route.ts';
import { unsubscribe } from '../unsubscribe.ts';

export const unsubscribeRoute = route(contract, ({ world, realm, person }, request) =>
  world.write(realm.id, (tx) => unsubscribe(tx, { realm, person }, request, world)),
);
