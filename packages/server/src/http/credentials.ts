import { badRequest, ApiError } from '../engine/api-error.ts';
import type { Config } from '../engine/config.ts';
import { GRANT_TOKEN_SHAPE, hexHashOf } from '../engine/secrets/seal.ts';
import { sessionLookup } from './accounts.ts';
import { readForm } from './fields.ts';
import { sessionTokenOf } from './sessions/cookie.ts';
import { checkOwnPage, type PageHeaders } from './sessions/own-page.ts';

export function unauthorized(message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message);
}

/**
 * An API key or the token of a grant with its e-mail address, the token of a grant alone, the API key in the query of a webhook, or the
 * session of a browser.
 */
export type Credentials = {
  /** The lookup by which the account is found. */
  readonly lookup: string;
} & (
  | { readonly kind: 'key'; readonly email: string; readonly key: string }
  | { readonly kind: 'grant'; readonly key: string }
  | { readonly kind: 'query'; readonly key: string }
  | { readonly kind: 'session' }
);

/** Headers with the credentials of a request, and the kind of credentials that its path takes. */
export type CredentialHeaders = PageHeaders & {
  readonly by: Exclude<Credentials['kind'], 'grant'>;
  /** The address of the request, with its query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
};

/** Reads the credentials that the path of the request takes; others are ignored. */
export function credentialsOf(hosts: Config['hosts'], headers: CredentialHeaders): Credentials {
  if (headers.by === 'key') {
    if (headers.authorization === undefined) throw unauthorized('Credentials are required.');
    return parseAuthorization(headers.authorization);
  }
  if (headers.by === 'query') return keyInQuery(headers.path);
  checkOwnPage(hosts, headers);
  return requiredSession(hosts, headers);
}

/** The session of the cookie, whatever page sent it; throws without a cookie. */
export function requiredSession(
  hosts: Config['hosts'],
  headers: Pick<CredentialHeaders, 'host' | 'cookie'>,
): Credentials {
  const credentials = sessionCredentials(hosts, headers);
  if (credentials === undefined) throw unauthorized('This request needs a session. Log in first.');
  return credentials;
}

/** The session of the cookie, whatever page sent it; undefined without a cookie. */
export function sessionCredentials(
  hosts: Config['hosts'],
  headers: Pick<CredentialHeaders, 'host' | 'cookie'>,
): Credentials | undefined {
  const token = sessionTokenOf(hosts, headers);
  return token === undefined ? undefined : { kind: 'session', lookup: sessionLookup(hexHashOf(token)) };
}

function keyInQuery(path: string): Credentials {
  const at = path.indexOf('?');
  const key = (at === -1 ? undefined : readForm(path.slice(at + 1)).get('api_key'))?.trim();
  if (key === undefined)
    throw new ApiError('REQUEST_VARIABLE_MISSING', "The parameter 'api_key' is missing.", {
      extra: { var_name: 'api_key' },
    });
  return { kind: 'query', key, lookup: hexHashOf(key) };
}

/** Parses `Authorization: Basic …`, and `Bearer …` with the token of a grant. */
export function parseAuthorization(header: string): Credentials {
  const [scheme, encoded, ...rest] = header.trim().split(/\s+/);
  if (scheme?.toLowerCase() === 'bearer' && encoded !== undefined && GRANT_TOKEN_SHAPE.test(encoded)) {
    if (rest.length > 0) throw malformed();
    return { kind: 'grant', key: encoded, lookup: hexHashOf(encoded) };
  }
  if (scheme?.toLowerCase() !== 'basic') throw badRequest('Only Basic authentication is supported.');
  if (encoded === undefined || rest.length > 0 || !/^[A-Za-z0-9+/=_-]*$/.test(encoded)) throw malformed();
  const bytes = Buffer.from(encoded, 'base64');
  const fields = bytes.toString('utf8').split(':');
  const [email, key = ''] = fields.map((part) => part.trim());
  if (fields.length !== 2 || email === undefined) throw malformed();
  return { kind: 'key', email, key, lookup: hexHashOf(key) };
}

function malformed(): ApiError {
  return unauthorized('The credentials are malformed.');
}
