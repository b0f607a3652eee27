import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import { sessionCookie, sessionTokenOf } from '../../http/sessions/cookie.ts';
import type { World } from '../../http/world.ts';
import { clientProgram } from '../../http/client-name.ts';
import { beginSession, moveQueuesOfSession, type CredentialHolder } from '../credentials/begin.ts';
import type { LoginFactor } from '../credentials/login-factor.ts';
import { endSessionOfToken } from '../credentials/end.ts';
import { programOf } from '../../http/program.ts';
import { queueLoginEmail } from '../login/login-email.ts';

type Browser = Pick<IncomingRequest, 'host' | 'cookie' | 'userAgent' | 'address'>;
type IdentifiedUser = Pick<UserRow, 'id' | 'password_hash'>;
type Proofs = Required<Pick<CredentialHolder, 'factor'>> & Pick<CredentialHolder, 'secondStep'>;

/** Begins the session of a browser in a transaction of its own, and returns the `Set-Cookie` header. */
export function beginWithCookie(
  world: World,
  request: Browser,
  user: IdentifiedUser & Pick<UserRow, 'realm_id'>,
  factor: LoginFactor,
): Promise<string> {
  return world.write(user.realm_id, (tx) => beginInBrowser(tx, world, request, user, { factor }));
}

/**
 * Replaces the session of the browser, if it has one, and returns the `Set-Cookie` header of the new one. A user who logs
 * in again goes on with the queues of the old session.
 */
export async function beginInBrowser(
  tx: Tx,
  world: World,
  request: Browser,
  user: IdentifiedUser,
  proofs: Proofs,
): Promise<string> {
  const { hosts } = world.config;
  const before = sessionTokenOf(hosts, request);
  const holder = {
    name: programOf(clientProgram(request.userAgent, undefined)),
    address: request.address,
    now: world.clock.now(),
    ...proofs,
  };
  await queueLoginEmail(tx, world, user.id, holder);
  const token = await beginSession(tx, user, holder);
  if (before !== undefined) {
    await moveQueuesOfSession(tx, user.id, before, token);
    await endSessionOfToken(tx, before);
  }
  return sessionCookie(hosts, request.host, token);
}
