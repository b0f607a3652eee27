import type { UserRow } from '../../http/actor.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import { sessionCookie, sessionTokenOf } from '../../http/sessions/cookie.ts';
import type { World } from '../../http/world.ts';
import { clientProgram } from '../../http/client-name.ts';
import { beginSession } from '../credentials/begin.ts';
import { endSessionOfToken } from '../credentials/end.ts';
import { programOf } from '../credentials/program.ts';
import { queueLoginEmail } from '../login/login-email.ts';

/** Replaces the session of the browser, if it has one, and returns the `Set-Cookie` header of the new one. */
export async function beginWithCookie(
  world: World,
  request: Pick<IncomingRequest, 'host' | 'cookie' | 'userAgent' | 'address'>,
  user: Pick<UserRow, 'realm_id' | 'id' | 'password_hash'>,
): Promise<string> {
  const { hosts } = world.config;
  const before = sessionTokenOf(hosts, request);
  const token = await world.write(user.realm_id, async (tx) => {
    if (before !== undefined) await endSessionOfToken(tx, before);
    const holder = {
      name: programOf(clientProgram(request.userAgent, undefined)),
      address: request.address,
    };
    await queueLoginEmail(tx, world, user.id, holder);
    return beginSession(tx, user, holder);
  });
  return sessionCookie(hosts, request.host, token);
}
