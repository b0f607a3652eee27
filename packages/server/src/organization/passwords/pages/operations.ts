import { askForPasswordLink, choosePassword as contract } from '@parley/contract/endpoints/arriving.ts';
import { browserOperation } from '../../../http/sessions/browser-operation.ts';
import { limitForms } from '../../joining/limits.ts';
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
