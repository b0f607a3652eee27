import { ApiError } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { checkText } from '../../../http/fields.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import type { HttpResponse } from '../../../http/response.ts';
import type { World } from '../../../http/world.ts';
import { queueLoginEmail } from '../../login/login-email.ts';
import { realmAt } from '../../joining/entry.ts';
import { repeatedIn } from '../authorization-request.ts';
import type { Tokens } from '../client-grants.ts';
import { exchangeCode } from '../codes.ts';
import { refreshTokens } from '../refresh.ts';
import { resourceNamed } from '../resources.ts';
import { revokeToken } from '../revoke.ts';
import { invalidRequest, type TokenError } from '../token-error.ts';

/** Programs in browsers call from any origin; they have no cookie here. */
const HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  pragma: 'no-cache',
};

/** RFC 7636, section 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

type Parameters = ReadonlyMap<string, string>;
type Work = (
  world: World,
  realm: RealmRow,
  parameters: Parameters,
  request: IncomingRequest,
) => Promise<HttpResponse>;

/** Answers in the form of OAuth. Parameters are in the body: addresses are logged. */
function endpoint(path: string, work: Work): Page {
  return {
    path,
    method: 'POST',
    handle: async (world, request) => {
      try {
        const realm = await realmAt(world, request);
        const problem = problemOf(request);
        return problem === undefined
          ? await work(world, realm, request.fields.body, request)
          : refusal(invalidRequest(problem));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) throw error;
        return refusal(invalidRequest(error.message));
      }
    },
  };
}

function problemOf({ fields, authorization }: IncomingRequest): string | undefined {
  checkText(fields.body);
  if (fields.query.size > 0) return 'Parameters belong into the body.';
  if (repeatedIn(fields.form ?? '').size > 0) return 'A parameter is repeated.';
  // A program with a secret would believe that it is checked.
  if (authorization !== undefined || fields.body.has('client_secret') || fields.body.has('client_assertion'))
    return 'Programs have no secret here: send client_id and prove with PKCE.';
  return undefined;
}

function refusal({ error, description }: TokenError): HttpResponse {
  return {
    status: 400,
    problem: `${error}: ${description}`,
    headers: { ...HEADERS },
    body: `${JSON.stringify({ error, error_description: description })}\n`,
  };
}

function answer(outcome: Tokens | TokenError): HttpResponse {
  if ('error' in outcome) return refusal(outcome);
  const { accessToken, refreshToken, expiresIn, scopes } = outcome;
  const body = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
  return { status: 200, headers: { ...HEADERS }, body: `${JSON.stringify(body)}\n` };
}

const tokenPage = endpoint('/oauth/token', async (world, realm, parameters, request) => {
  const text = (name: string): string => parameters.get(name) ?? '';
  const clientId = text('client_id');
  if (clientId === '') return refusal({ error: 'invalid_client', description: 'The client_id is missing.' });
  const named = parameters.get('resource');
  const resource =
    named === undefined ? undefined : (resourceNamed(world.config.hosts, realm, named) ?? null);
  switch (text('grant_type')) {
    case 'authorization_code': {
      const [code, verifier] = [text('code'), text('code_verifier')];
      if (code === '') return refusal(invalidRequest('The code is missing.'));
      if (!VERIFIER.test(verifier))
        return refusal(invalidRequest('The code_verifier is missing or malformed.'));
      const exchange = { code, clientId, verifier, redirectUri: parameters.get('redirect_uri'), resource };
      const { address } = request;
      return answer(
        await world.write(realm.id, async (tx) => {
          const outcome = await exchangeCode(tx, exchange, world.clock.now());
          if ('userId' in outcome)
            await queueLoginEmail(tx, world, outcome.userId, { name: outcome.clientName, address });
          return outcome;
        }),
      );
    }
    case 'refresh_token': {
      const token = text('refresh_token');
      if (token === '') return refusal(invalidRequest('The refresh_token is missing.'));
      const scopes = parameters.get('scope')?.split(' ').filter(Boolean);
      const refresh = { token, clientId, scopes, resource };
      return answer(await world.write(realm.id, (tx) => refreshTokens(tx, refresh)));
    }
    default:
      return refusal({
        error: 'unsupported_grant_type',
        description: 'The grant_type must be authorization_code or refresh_token.',
      });
  }
});

const revokePage = endpoint('/oauth/revoke', async (world, realm, parameters) => {
  const [clientId, token] = [parameters.get('client_id') ?? '', parameters.get('token') ?? ''];
  if (clientId === '') return refusal({ error: 'invalid_client', description: 'The client_id is missing.' });
  if (token === '') return refusal(invalidRequest('The token is missing.'));
  const isDone = await world.write(realm.id, (tx) => revokeToken(tx, token, clientId));
  return isDone
    ? { status: 200, headers: { ...HEADERS }, body: '{}\n' }
    : refusal({ error: 'invalid_client', description: 'The token belongs to another program.' });
});

/** Where programs get, renew and give back their tokens. */
export const tokenPages: readonly Page[] = [tokenPage, revokePage];
