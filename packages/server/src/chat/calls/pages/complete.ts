import { takeVerifier } from '../authorization.ts';
import { callerFromProvider } from '../caller.ts';
import { COMPLETE_PATH } from '../oauth-provider.ts';
import { accessProvider } from '../ready-token.ts';
import { storeToken } from '../tokens.ts';
import { errorText } from '../../../engine/error-text.ts';
import { badRequest, type ApiError } from '../../../engine/api-error.ts';
import { noticePage } from '../../../http/html/document.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import { atOrganizationOfState } from '../../../http/oauth/at-home.ts';
import type { Page } from '../../../http/page.ts';

function unknownState(): ApiError {
  return badRequest('This authorization is unknown or has expired. Connect your account again.');
}

const RETURN_PAGE = { path: COMPLETE_PATH, begun: 'call_authorization', unknownState } as const;

/** The OAuth redirect page of the video provider. */
export const completeCalls: Page = {
  path: COMPLETE_PATH,
  handle: withErrorPage((world, request) => {
    const provider = accessProvider(world);
    return atOrganizationOfState(world, request, RETURN_PAGE, async (state) => {
      // The user must be the one who began, or a crafted link could collect the tokens of other users.
      const { user } = await callerFromProvider(world, request);
      const verifier = await world.write(user.realm_id, (tx) => takeVerifier(tx, world.sealer, user, state));
      if (verifier === undefined) throw unknownState();
      const outcome = await provider.finish(request.fields.query, { state, verifier });
      if (outcome.kind !== 'given') {
        world.warn(errorText(outcome.error), 'video calls', 'the video provider did not issue a token');
        throw badRequest('The video provider did not confirm the connection. Connect your account again.');
      }
      await world.write(user.realm_id, (tx) => storeToken(tx, world.sealer, user, outcome.value));
      const { t } = request.words;
      return noticePage(request.words, 200, {
        title: t('Your account is connected'),
        text: t('You can close this window now and start a call.'),
      });
    });
  }),
};
