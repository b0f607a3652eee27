import {
  askForPasswordLink,
  choosePassword as contract,
  createPasswordLink,
} from '@parley/contract/endpoints/arriving.ts';
import { authenticateWithLimit } from '../../../http/authenticate-request.ts';
import { browserOperation } from '../../../http/sessions/browser-operation.ts';
import { requireRecentLogin } from '../../credentials/recent-login.ts';
import { limitForms } from '../../joining/limits.ts';
import { makePasswordLink } from '../make-link.ts';
import { arriveForReset, choosePassword, requestReset } from '../choose.ts';

export const askForPasswordLinkPage = browserOperation(
  askForPasswordLink,
  async (world, request, { email }) => {
    limitForms(world, request.address);
    await requestReset(world, request, email);
    return { result: {} };
  },
);

export const choosePasswordPage = browserOperation(contract, async (world, request, { token, password }) => {
  limitForms(world, request.address);
  const reset = await arriveForReset(world, request, token);
  await choosePassword(world, reset, password);
  return { result: { email: reset.email } };
});

export const createPasswordLinkPage = browserOperation(
  createPasswordLink,
  async (world, request, { user_id: id }) => {
    const account = await authenticateWithLimit(world, request);
    requireRecentLogin({ world, ...account });
    return { result: { link: await makePasswordLink(world, account, id) } };
  },
);
