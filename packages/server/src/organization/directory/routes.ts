import * as endpoints from '@parley/contract/endpoints/directory.ts';
import { route, type Route } from '../../http/route.ts';
import { requireRecentLogin } from '../credentials/recent-login.ts';
import { ownersOnly } from '../users/gates.ts';
import { rulesOf, updateRules } from './store-rules.ts';
import { testRules } from './test-rules.ts';

export const directoryRoutes: readonly Route[] = [
  route(
    endpoints.getDirectory,
    async ({ world, realm }) => ({ rules: await rulesOf(world.pool, realm.id) }),
    ownersOnly,
  ),
  route(
    endpoints.updateDirectory,
    async (call, given) => {
      requireRecentLogin(call);
      await call.world.write(call.realm.id, (tx) => updateRules(tx, given));
      return {};
    },
    ownersOnly,
  ),
  route(
    endpoints.testDirectory,
    async ({ world, realm }, { email, claims }) => ({
      outcome: await testRules(world.pool, realm, { email, claims: claims ?? {} }),
    }),
    ownersOnly,
  ),
];
