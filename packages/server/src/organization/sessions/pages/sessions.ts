import { endOtherSessions, endSession, getSessions } from '@parley/contract/endpoints/sessions.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { notFound } from '../../../engine/api-error.ts';
import { authenticateWithLimit } from '../../../http/authenticate-request.ts';
import type { Page } from '../../../http/page.ts';
import { success } from '../../../http/response.ts';
import { endedSessionCookie } from '../../../http/sessions/cookie.ts';
import { endCredentialOf, endCredentialsOf } from '../../credentials/end.ts';
import { credentialsOf } from '../../credentials/rows.ts';

export const sessionsPage: Page = {
  path: BROWSER_PREFIX + getSessions.path,
  handle: async (world, request) => {
    const account = await authenticateWithLimit(world, request);
    return success({ sessions: await credentialsOf(world.pool, account) }, []);
  },
};

const SESSION_ID = /^\d{1,15}$/;

export const endSessionPage: Page = {
  path: BROWSER_PREFIX + endSession.path.replace('{session_id}', ':session_id'),
  method: 'DELETE',
  handle: async (world, request) => {
    const { user, credential } = await authenticateWithLimit(world, request);
    const text = request.pathParameters['session_id'] ?? '';
    const isEnded =
      SESSION_ID.test(text) &&
      (await world.write(user.realm_id, (tx) => endCredentialOf(tx, user.id, Number(text))));
    if (!isEnded) throw notFound(`There is no session ${text}.`);
    const answer = await success({}, []);
    if (Number(text) === credential.id)
      answer.headers['set-cookie'] = endedSessionCookie(world.config.hosts, request.host);
    return answer;
  },
};

export const endOtherSessionsPage: Page = {
  path: BROWSER_PREFIX + endOtherSessions.path,
  method: 'DELETE',
  handle: async (world, request) => {
    const { user, credential } = await authenticateWithLimit(world, request);
    await world.write(user.realm_id, (tx) => endCredentialsOf(tx, user.id, { exceptId: credential.id }));
    return success({}, []);
  },
};
