import * as endpoints from '@parley/contract/endpoints/grants.ts';
import { route, type Route } from '../../http/route.ts';
import { requireRecentLogin } from '../credentials/recent-login.ts';
import { administratorsOnly, humansOnly } from '../users/gates.ts';
import { createGrant, endGrant } from './grants.ts';
import { grantsOf, presentGrant, presentGrantOfUser } from './rows.ts';

export const grantRoutes: readonly Route[] = [
  route(endpoints.getGrants, async ({ world, realm, user }) => ({
    grants: (await grantsOf(world.pool, realm.id, user.id)).map(presentGrant),
  })),
  route(
    endpoints.createGrant,
    async (call, wanted) => {
      requireRecentLogin(call);
      const { row, token } = await call.world.write(call.realm.id, (tx) => createGrant(tx, call, wanted));
      return { token, grant: presentGrant(row) };
    },
    humansOnly,
  ),
  route(endpoints.endGrant, async ({ world, realm, user }, { grant_id }) => {
    await world.write(realm.id, (tx) => endGrant(tx, { realm, user }, grant_id));
    return {};
  }),
  route(
    endpoints.getGrantsOfUsers,
    async ({ world, realm }) => ({
      grants: (await grantsOf(world.pool, realm.id)).map(presentGrantOfUser),
    }),
    administratorsOnly,
  ),
];
