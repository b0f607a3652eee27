import * as endpoints from '@parley/contract/endpoints/messages.ts';
import { addSubmessage } from './add-submessage.ts';
import { route, type Route } from '../../http/route.ts';

export const submessageRoutes: readonly Route[] = [
  route(endpoints.sendSubmessage, async ({ world, realm, user }, request) => {
    await world.write(realm.id, (tx) => addSubmessage(tx, { realm, user }, request, world.clock.now()));
    return {};
  }),
];
