import { errorText } from '../../../engine/error-text.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { redirect } from '../../../http/response.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import { newState } from '../../../http/oauth/state.ts';
import type { Page } from '../../../http/page.ts';
import { rateLimitHit } from '../../../http/request-count.ts';
import { PER_ADDRESS } from '../../../http/rate-limits.ts';
import type { World } from '../../../http/world.ts';
import { realmAt } from '../../joining/entry.ts';
import { networkOf } from '../../../http/network.ts';
import { isLoginMethodEnabled } from '../../realm/settings.ts';
import { storeSignOn } from '../begun.ts';
import { beginBrowserFlow, type BrowserFlow } from '../browser-flow.ts';
import { LOGIN_PATH, PAD_SHAPE, SIGN_UP_PATH } from '../methods.ts';

const handle = withErrorPage(async (world, request) => {
  limit(world, request.address);
  const realm = await realmAt(world, request);
  const { signOn } = world;
  if (signOn === undefined || !isLoginMethodEnabled('OpenID Connect', realm, world.config))
    throw badRequest('This organization has no single sign-on.');
  const { query } = request.fields;
  const otp = query.get('mobile_flow_otp');
  if (otp !== undefined && !PAD_SHAPE.test(otp))
    throw badRequest('Invalid parameter mobile_flow_otp. Start the login from your app.');
  const state = newState();
  const begun = await signOn.begin(state);
  if (begun.kind !== 'given') {
    world.warn(errorText(begun.error), 'sign-on', 'sign-on provider unavailable');
    throw badRequest('The sign-on provider is unavailable. Try again later.');
  }
  const { url, verifier, nonce } = begun.value;
  const store = (flow: { otp: string } | { browser: BrowserFlow }): Promise<void> =>
    world.write(realm.id, (tx) => storeSignOn(tx, world.sealer, state, { verifier, nonce, ...flow }));
  const answer = redirect(url);
  if (otp === undefined) {
    const { flow, cookie } = beginBrowserFlow(world.config.hosts, request, query.get('next'));
    await store({ browser: flow });
    answer.headers['set-cookie'] = cookie;
  } else await store({ otp });
  return answer;
});

/** The page with which a browser begins single sign-on, for itself or for an app that opens it. */
export const beginSignOn: Page = { path: LOGIN_PATH, handle };
/** The page for new users behaves the same, because sign-on requires an existing account. */
export const beginSignOnAsNew: Page = { path: SIGN_UP_PATH, handle };

function limit({ config, limiter }: World, address: string): void {
  if (!config.rateLimits) return;
  const verdict = limiter.take(`sign-on:${networkOf(address)}`, PER_ADDRESS);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
}
