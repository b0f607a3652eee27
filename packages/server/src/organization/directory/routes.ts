import * as endpoints from '@parley/contract/endpoints/directory.ts';
import { route, type Route } from '../../http/route.ts';
import { requireRecentLogin } from '../credentials/recent-login.ts';
import { ownersOnly } from '../users/gates.ts';
import { rulesOf, updateRules } from './store-rules.ts';
import { testRules } from './test-rules.ts';
import { createToken, endToken, presentToken, tokensOf } from './tokens.ts';

export const directoryRoutes: readonly Route[] = [
  route(
    endpoints.getDirectory,
    async ({ world, realm }) => ({
      rules: await rulesOf(world.pool, realm.id),
      tokens: (await tokensOf(world.pool, realm.id)).map(presentToken),
    }),
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
  route(
    endpoints.createDirectoryToken,
    async (call, wanted) => {
      requireRecentLogin(call);
      const { world, realm, user } = call;
      const { row, token } = await world.write(realm.id, (tx) => createToken(tx, user, wanted));
      return { token, directory_token: presentToken(row) };
    },
    ownersOnly,
  ),
  route(
    endpoints.endDirectoryToken,
    async ({ world, realm }, { token_id }) => {
      await world.write(realm.id, (tx) => endToken(tx, token_id));
      return {};
    },
    ownersOnly,
  ),
];
