import type { UserRow } from '../../http/actor.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import { sessionCookie, sessionTokenOf } from '../../http/sessions/cookie.ts';
import type { World } from '../../http/world.ts';
import { clientProgram } from '../../http/client-name.ts';
import { beginSession, moveQueuesOfSession, type LoginFactor } from '../credentials/begin.ts';
import { endSessionOfToken } from '../credentials/end.ts';
import { programOf } from '../../http/program.ts';
import { queueLoginEmail } from '../login/login-email.ts';

/**
 * Replaces the session of the browser, if it has one, and returns the `Set-Cookie` header of the new one. A user who logs
 * in again goes on with the queues of the old session.
 */
export async function beginWithCookie(
  world: World,
  request: Pick<IncomingRequest, 'host' | 'cookie' | 'userAgent' | 'address'>,
  user: Pick<UserRow, 'realm_id' | 'id' | 'password_hash'>,
  factor: LoginFactor,
): Promise<string> {
  const { hosts } = world.config;
  const before = sessionTokenOf(hosts, request);
  const token = await world.write(user.realm_id, async (tx) => {
    const holder = {
      name: programOf(clientProgram(request.userAgent, undefined)),
      address: request.address,
      factor,
    };
    await queueLoginEmail(tx, world, user.id, holder);
    const token = await beginSession(tx, user, holder);
    if (before !== undefined) {
      await moveQueuesOfSession(tx, user.id, before, token);
      await endSessionOfToken(tx, before);
    }
    return token;
  });
  return sessionCookie(hosts, request.host, token);
}
