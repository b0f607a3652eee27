import * as endpoints from '@parley/contract/endpoints/holds.ts';
import { route, type Route } from '../../http/route.ts';
import { ownersOnly } from '../../organization/users/gates.ts';
import { placeHold, releaseHold } from './holds.ts';
import { holdsOf, presentHold } from './rows.ts';

export const holdRoutes: readonly Route[] = [
  route(
    endpoints.getHolds,
    async ({ world, realm }) => ({ holds: (await holdsOf(world.pool, realm.id)).map(presentHold) }),
    ownersOnly,
  ),
  route(
    endpoints.createHold,
    async ({ world, realm, user }, wanted) => ({
      id: await world.write(realm.id, (tx) => placeHold(tx, { realm, user }, wanted)),
    }),
    ownersOnly,
  ),
  route(
    endpoints.deleteHold,
    async ({ world, realm }, { hold_id }) => {
      await world.write(realm.id, (tx) => releaseHold(tx, hold_id));
      return {};
    },
    ownersOnly,
  ),
];
