import * as endpoints from '@parley/contract/endpoints/consent.ts';
import { authenticateWithLimit } from '../../../http/authenticate-request.ts';
import { browserOperation } from '../../../http/sessions/browser-operation.ts';
import type { Page } from '../../../http/page.ts';
import { hasRecentLogin, requireRecentLogin } from '../../credentials/recent-login.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { humansOnly } from '../../users/gates.ts';
import { answerTo, readRequest } from '../authorization-request.ts';
import { issueCode } from '../codes.ts';
import { placeOfRedirect } from '../redirect-uris.ts';

/** The page on which a user decides about a program. Nothing leads away from it but a decision. */
export const consentPages: readonly Page[] = [
  browserOperation(endpoints.readAuthorization, async (world, request, { query }) => {
    const account = await authenticateWithLimit(world, request);
    const asked = await readRequest(world, account.realm, query);
    if ('problem' in asked) return { result: { request: null, ...asked } };
    const { client, redirectUri, scopes } = asked;
    return {
      result: {
        request: {
          client_name: client.name,
          client_host: client.host ?? null,
          returns_to: placeOfRedirect(redirectUri),
          scopes: [...scopes],
          user_name: account.user.full_name,
          organization_name: account.realm.name,
          needs_log_in: !hasRecentLogin({ world, ...account }),
        },
        problem: null,
        detail: null,
        location: null,
      },
    };
  }),
  browserOperation(endpoints.decideAuthorization, async (world, request, { query, allow, ...given }) => {
    const account = await authenticateWithLimit(world, request);
    const { realm } = account;
    humansOnly(account);
    if (allow) requireRecentLogin({ world, ...account });
    const asked = await readRequest(world, realm, query);
    if ('problem' in asked) throw badRequest(asked.detail);
    if (!allow) return { result: { location: answerTo(world, realm, asked, { error: 'access_denied' }) } };
    const { scopes, channels, days } = given;
    const code = await world.write(realm.id, (tx) =>
      issueCode(tx, account, asked, { scopes, channels, days }, world.clock.now()),
    );
    return { result: { location: answerTo(world, realm, asked, { code }) } };
  }),
];
