import * as endpoints from '@parley/contract/endpoints/server.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import { logInWithLimit } from './log-in-with-limit.ts';

export const loginRoutes: readonly Route[] = [
  publicRoute(endpoints.fetchApiKey, async (visit, { username, password }) => {
    const { world } = visit;
    const user = await logInWithLimit(visit, username, password);
    return {
      api_key: world.sealer.open(user.key_sealed),
      email: user.delivery_email,
      user_id: user.id,
    };
  }),
];
