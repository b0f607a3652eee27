import type { RealmRow } from '../../engine/db/realm.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { urlOf } from '../../engine/hosts.ts';
import { clientProgram } from '../../http/client-name.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import { programOf } from '../../http/program.ts';
import { redirect, type HttpResponse } from '../../http/response.ts';
import type { World } from '../../http/world.ts';
import { beginKey, type CredentialHolder } from '../credentials/begin.ts';
import { queueLoginEmail } from '../login/login-email.ts';
import { secondStepExpired } from '../second-steps/errors.ts';
import type { WaitingLogin } from '../second-steps/waiting-logins.ts';
import { beginInBrowser } from '../sessions/begin-with-cookie.ts';
import { encryptWithPad } from './methods.ts';

/** A sign-on whose user is known, with the second proof if there was one. */
type EndedSignOn = WaitingLogin & Pick<CredentialHolder, 'secondStep'>;

/** Begins the session of a browser, or the key of an app, and leads there. */
export async function endSignOn(
  tx: Tx,
  world: World,
  request: IncomingRequest,
  realm: RealmRow,
  { user, onward, ...proofs }: EndedSignOn,
): Promise<HttpResponse> {
  if (onward.to === 'page') throw secondStepExpired();
  if (onward.to === 'browser') {
    const answer = redirect(onward.next);
    answer.headers['set-cookie'] = await beginInBrowser(tx, world, request, user, proofs);
    return answer;
  }
  const holder = {
    name: programOf(clientProgram(request.userAgent, undefined)),
    address: request.address,
    now: world.clock.now(),
    ...proofs,
  };
  await queueLoginEmail(tx, world, user.id, holder);
  const apiKey = await beginKey(tx, user, holder);
  const given = {
    realm: urlOf(world.config.hosts, realm.subdomain),
    email: user.delivery_email,
    user_id: String(user.id),
    otp_encrypted_api_key: encryptWithPad(apiKey, onward.otp),
  };
  return redirect(`zulip://login?${new URLSearchParams(given)}`);
}
