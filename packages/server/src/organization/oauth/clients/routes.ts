import * as endpoints from '@parley/contract/endpoints/oauth-clients.ts';
import { route, type Route } from '../../../http/route.ts';
import { requireRecentLogin } from '../../credentials/recent-login.ts';
import { administratorsOnly } from '../../users/gates.ts';
import { addClient, removeClient } from './clients.ts';
import { clientsOf, presentClient } from './rows.ts';

export const oauthClientRoutes: readonly Route[] = [
  route(
    endpoints.getOauthClients,
    async ({ world, realm }) => ({
      clients: (await clientsOf(world.pool, realm.id)).map(presentClient),
    }),
    administratorsOnly,
  ),
  route(
    endpoints.addOauthClient,
    async (call, wanted) => {
      requireRecentLogin(call);
      const row = await call.world.write(call.realm.id, (tx) => addClient(tx, wanted));
      return { client: presentClient(row) };
    },
    administratorsOnly,
  ),
  route(
    endpoints.removeOauthClient,
    async ({ world, realm }, { client }) => {
      await world.write(realm.id, (tx) => removeClient(tx, client));
      return {};
    },
    administratorsOnly,
  ),
];
