import { joinByLink, signUp } from '@parley/contract/endpoints/arriving.ts';
import { browserOperation } from '../../../http/sessions/browser-operation.ts';
import { beginWithCookie } from '../../sessions/begin-with-cookie.ts';
import { arriveByLink, enterByLink, needsConfirmation, openRealmAt, requestConfirmation } from '../enter.ts';
import { limitForms } from '../limits.ts';

export const joinByLinkPage = browserOperation(joinByLink, async (world, request, given) => {
  limitForms(world, request.address);
  const arrival = await arriveByLink(world, request, given.token);
  const { email = '', full_name: fullName, password } = given;
  if (needsConfirmation(world, arrival)) {
    await requestConfirmation(world, request, arrival.realm, email, arrival.entry.invitation);
    return { result: { user_id: null } };
  }
  const user = await enterByLink(world, arrival, { email, fullName, password });
  return { result: { user_id: user.id }, cookie: await beginWithCookie(world, request, user, 'invitation') };
});

export const signUpPage = browserOperation(signUp, async (world, request, { email }) => {
  limitForms(world, request.address);
  const realm = await openRealmAt(world, request);
  await requestConfirmation(world, request, realm, email, undefined);
  return { result: {} };
});
