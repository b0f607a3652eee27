import { badRequest } from '../../../engine/api-error.ts';
import { redirect } from '../../../http/response.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import { rateLimitHit } from '../../../http/lifecycle.ts';
import { newState } from '../../../http/oauth/state.ts';
import type { Page } from '../../../http/page.ts';
import { PER_ADDRESS } from '../../../http/rate-limits.ts';
import type { World } from '../../../http/world.ts';
import { realmAt } from '../../joining/entry.ts';
import { networkOf } from '../../login/network.ts';
import { isLoginMethodEnabled } from '../../realm/settings.ts';
import { storeSignOn } from '../begun.ts';
import { LOGIN_PATH, PAD_SHAPE, SIGN_UP_PATH } from '../methods.ts';

const handle = withErrorPage(async (world, request) => {
  limit(world, request.address);
  const realm = await realmAt(world, request);
  const { signOn } = world;
  if (signOn === undefined || !isLoginMethodEnabled('OpenID Connect', realm, world.config))
    throw badRequest('This organization has no single sign-on.');
  const otp = request.fields.query.get('mobile_flow_otp') ?? '';
  if (!PAD_SHAPE.test(otp))
    throw badRequest('Missing or invalid parameter mobile_flow_otp. Start the login from your app.');
  const state = newState();
  const begun = await signOn.begin(state);
  if (begun.kind !== 'given') {
    world.log.warn({ err: begun.error }, 'sign-on provider unavailable');
    throw badRequest('The sign-on provider is unavailable. Try again later.');
  }
  const { url, verifier, nonce } = begun.value;
  await world.write(realm.id, (tx) => storeSignOn(tx, world.sealer, state, { verifier, nonce, otp }));
  return redirect(url);
});

/** The page that an app opens in the browser for single sign-on. */
export const beginSignOn: Page = { path: LOGIN_PATH, handle };
/** The page for new users behaves the same, because sign-on requires an existing account. */
export const beginSignOnAsNew: Page = { path: SIGN_UP_PATH, handle };

function limit({ config, limiter }: World, address: string): void {
  if (!config.rateLimits) return;
  const verdict = limiter.take(`sign-on:${networkOf(address)}`, PER_ADDRESS);
  if (!verdict.ok) throw rateLimitHit(verdict.retrySeconds);
}
