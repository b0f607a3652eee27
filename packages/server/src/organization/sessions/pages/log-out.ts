import { logOut as contract } from '@parley/contract/endpoints/sessions.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { findRealm } from '../../../engine/db/realm.ts';
import { subdomainOf } from '../../../engine/hosts.ts';
import type { Page } from '../../../http/page.ts';
import { success } from '../../../http/response.ts';
import { endedSessionCookie, sessionTokenOf } from '../../../http/sessions/cookie.ts';
import { checkOwnPage } from '../../../http/sessions/own-page.ts';
import { endSessionOfToken } from '../../credentials/end.ts';

/** Succeeds without a valid session too, so that a browser can always get rid of its cookie. */
export const logOutPage: Page = {
  path: BROWSER_PREFIX + contract.path,
  method: 'DELETE',
  handle: async ({ pool, write, config: { hosts } }, request) => {
    checkOwnPage(hosts, request);
    const token = sessionTokenOf(hosts, request);
    const realm = token === undefined ? undefined : await findRealm(pool, subdomainOf(hosts, request.host));
    if (token !== undefined && realm !== undefined)
      await write(realm.id, (tx) => endSessionOfToken(tx, token));
    const answer = await success({}, []);
    answer.headers['set-cookie'] = endedSessionCookie(hosts, request.host);
    answer.headers['clear-site-data'] = '"cache", "storage"';
    return answer;
  },
};
