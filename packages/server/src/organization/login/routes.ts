import * as endpoints from '@parley/contract/endpoints/server.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import { beginKey } from '../credentials/begin.ts';
import { programOf } from '../../http/program.ts';
import { logInWithCode } from '../second-steps/finish-log-in.ts';
import { proveSecondStep } from '../second-steps/use-code.ts';
import { queueLoginEmail } from './login-email.ts';
import { logInWithLimit } from './log-in-with-limit.ts';

export const loginRoutes: readonly Route[] = [
  publicRoute(endpoints.fetchApiKey, async (visit, { username, password, code }) => {
    const { world, client, address, subdomain } = visit;
    const user = await logInWithLimit(visit, username, password);
    const holder = { name: programOf(client), address, factor: 'password' as const };
    const fetchKey = () =>
      world.write(user.realm_id, async (tx) => {
        const secondStep = await proveSecondStep(tx, world, user.id, { code });
        await queueLoginEmail(tx, world, user.id, holder);
        return beginKey(tx, user, { ...holder, secondStep, now: world.clock.now() });
      });
    const attempt = { world, address, realm: { id: user.realm_id, subdomain }, userId: user.id };
    return {
      api_key: code === undefined ? await fetchKey() : await logInWithCode(attempt, holder.factor, fetchKey),
      email: user.delivery_email,
      user_id: user.id,
    };
  }),
];
