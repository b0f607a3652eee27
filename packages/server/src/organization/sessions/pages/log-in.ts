import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import { logIn as contract } from '@parley/contract/endpoints/sessions.ts';
import { ApiError } from '../../../engine/api-error.ts';
import type { UserRow } from '../../../http/actor.ts';
import { readContext, read, type IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import { success } from '../../../http/response.ts';
import { checkOwnPage } from '../../../http/sessions/own-page.ts';
import type { World } from '../../../http/world.ts';
import { realmAt } from '../../joining/entry.ts';
import { logInWithLimit } from '../../login/log-in-with-limit.ts';
import { secondStepRequired, secondStepSetupRequired } from '../../second-steps/errors.ts';
import { secondStepOfLogin } from '../../second-steps/requirement.ts';
import { kindsOf } from '../../second-steps/rows.ts';
import { holdLogin } from '../../second-steps/waiting-logins.ts';
import { beginWithCookie } from '../begin-with-cookie.ts';
import { accessSampleUser } from '../sample-users.ts';

type Parameters = ParametersOf<typeof contract>;

/** Begins a session. A foreign page must not log a browser in either, or its user would act in another account. */
export const logInPage: Page = {
  path: BROWSER_PREFIX + contract.path,
  method: 'POST',
  handle: async (world, request) => {
    checkOwnPage(world.config.hosts, request);
    const { fields } = readContext(world, request);
    const { values, ignored }: { values: Parameters; ignored: string[] } = read(
      { endpoint: contract },
      request,
      fields,
    );
    const user = await userOf(world, request, values);
    const factor = values.sample_user_id === undefined ? 'password' : 'sample user';
    if (factor === 'password') await askForSecondStep(world, request, user);
    const answer = await success({ user_id: user.id }, ignored);
    answer.headers['set-cookie'] = await beginWithCookie(world, request, user, factor);
    return answer;
  },
};

/** Throws what the page continues with, for a user who has a second step or must set it up. */
async function askForSecondStep(world: World, request: IncomingRequest, user: UserRow): Promise<void> {
  const realm = await realmAt(world, request);
  const needed = await secondStepOfLogin(world.pool, realm, user, world.clock.now());
  if (needed === undefined) return;
  const mustSetUp = needed === 'set up';
  const state = await holdLogin(world, user, { factor: 'password', onward: { to: 'page' }, mustSetUp });
  if (mustSetUp) throw secondStepSetupRequired(state);
  throw secondStepRequired({ state, kinds: await kindsOf(world.pool, realm.id, user.id) });
}

async function userOf(
  world: World,
  request: IncomingRequest,
  { username, password, sample_user_id }: Parameters,
): Promise<UserRow> {
  if (sample_user_id !== undefined) return accessSampleUser(world, request, sample_user_id);
  if (username === undefined) throw missing('username');
  if (password === undefined) throw missing('password');
  const { subdomain } = readContext(world, request);
  return logInWithLimit({ world, subdomain, address: request.address }, username, password);
}

function missing(name: string): ApiError {
  return new ApiError('REQUEST_VARIABLE_MISSING', `Missing parameter ${name}`, { extra: { var_name: name } });
}
