import { errorText } from '../../../engine/error-text.ts';
import { badRequest, type ApiError } from '../../../engine/api-error.ts';
import { redirect } from '../../../http/response.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import { atOrganizationOfState } from '../../../http/oauth/at-home.ts';
import type { Page } from '../../../http/page.ts';
import { accountAtSignOn } from '../../directory/account-at-sign-on.ts';
import { realmAt } from '../../joining/entry.ts';
import { isLoginMethodEnabled } from '../../realm/settings.ts';
import { secondStepOfLogin } from '../../second-steps/requirement.ts';
import { holdLogin, type Onward } from '../../second-steps/waiting-logins.ts';
import { takeSignOn, type SignOn } from '../begun.ts';
import { isSameBrowser } from '../browser-flow.ts';
import { endSignOn } from '../end-sign-on.ts';
import { COMPLETE_PATH, secondStepPath } from '../methods.ts';
import { recordLogin } from '../../users/first-login.ts';

function unknownState(): ApiError {
  return badRequest('This login has expired or was started elsewhere. Start again.');
}

const FLOW = { path: COMPLETE_PATH, begun: 'sign_on', unknownState } as const;

/** The page that the sign-on provider redirects back to. */
export const completeSignOn: Page = {
  path: COMPLETE_PATH,
  handle: withErrorPage((world, request) =>
    atOrganizationOfState(world, request, FLOW, async (state) => {
      const realm = await realmAt(world, request);
      const { signOn } = world;
      const begun = await world.write(realm.id, (tx) => takeSignOn(tx, world.sealer, state));
      if (
        begun === undefined ||
        signOn === undefined ||
        !isLoginMethodEnabled('OpenID Connect', realm, world.config)
      )
        throw unknownState();
      if ('browser' in begun && !isSameBrowser(world.config.hosts, request, begun.browser))
        throw unknownState();
      const outcome = await signOn.finish(request.fields.query, state, begun);
      if (outcome.kind !== 'given') {
        world.warn(errorText(outcome.error), 'sign-on', 'sign-on provider returned no identity');
        throw badRequest('The sign-on provider did not confirm your identity. Start again.');
      }
      const user = await accountAtSignOn(world, realm, outcome.value);
      await recordLogin(world, user);
      const onward = onwardOf(begun);
      const needed = await secondStepOfLogin(world.pool, realm, user, world.clock.now());
      if (needed !== undefined) {
        const how = { factor: 'sign-on', onward, mustSetUp: needed === 'set up' } as const;
        return redirect(secondStepPath(await holdLogin(world, user, how)));
      }
      return world.write(realm.id, (tx) =>
        endSignOn(tx, world, request, realm, { user, factor: 'sign-on', onward }),
      );
    }),
  ),
};

function onwardOf(begun: SignOn): Onward {
  return 'browser' in begun ? { to: 'browser', next: begun.browser.next } : { to: 'app', otp: begun.otp };
}
