import * as endpoints from '@parley/contract/endpoints/server.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import { beginKey } from '../credentials/begin.ts';
import { programOf } from '../../http/program.ts';
import { queueLoginEmail } from './login-email.ts';
import { logInWithLimit } from './log-in-with-limit.ts';

export const loginRoutes: readonly Route[] = [
  publicRoute(endpoints.fetchApiKey, async (visit, { username, password }) => {
    const { world, client, address } = visit;
    const user = await logInWithLimit(visit, username, password);
    const holder = { name: programOf(client), address, factor: 'password' as const };
    return {
      api_key: await world.write(user.realm_id, async (tx) => {
        await queueLoginEmail(tx, world, user.id, holder);
        return beginKey(tx, user, holder);
      }),
      email: user.delivery_email,
      user_id: user.id,
    };
  }),
];
