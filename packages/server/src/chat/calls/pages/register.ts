import { storeAuthorization } from '../authorization.ts';
import { callerToProvider } from '../caller.ts';
import { accessProvider } from '../ready-token.ts';
import { errorText } from '../../../engine/error-text.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { redirect } from '../../../http/response.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import { newState } from '../../../http/oauth/state.ts';
import type { Page } from '../../../http/page.ts';

/** Redirects the browser to the provider, where the user allows this server to create calls. */
export const registerCalls: Page = {
  path: '/calls/conference/register',
  handle: withErrorPage(async (world, request) => {
    const { user } = await callerToProvider(world, request);
    const provider = accessProvider(world);
    const state = newState();
    const begun = await provider.begin(state);
    if (begun.kind !== 'given') {
      world.warn(errorText(begun.error), 'video calls', 'could not reach the video provider');
      throw badRequest('The video provider is unavailable. Try again later.');
    }
    const { url, verifier } = begun.value;
    await world.write(user.realm_id, (tx) => storeAuthorization(tx, world.sealer, user, { state, verifier }));
    return redirect(url);
  }),
};
