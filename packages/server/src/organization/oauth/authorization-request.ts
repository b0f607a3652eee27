import type { authorizationProblems } from '@parley/contract/endpoints/consent.ts';
import { consentableScopes, type Scope } from '@parley/contract/scopes.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { checkText, readForm } from '../../http/fields.ts';
import type { World } from '../../http/world.ts';
import { ClientError, findClient, type Client } from './clients/find-client.ts';
import { isRegistered, withParameters } from './redirect-uris.ts';
import { issuerOf, resourceNamed, type Resource } from './resources.ts';

/** A valid request of a program for access to the account of a user. */
export type AuthorizationRequest = {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly resource: Resource;
  /** The rights that it asks for, of those that users can give. */
  readonly scopes: readonly Scope[];
};

/** A request that no user can allow. With a location the program is known, and is told. */
export type Problem = {
  readonly problem: (typeof authorizationProblems)[number];
  readonly detail: string;
  readonly location: string | null;
};

/** Rights of a program that asks for none by name. */
const USUAL_SCOPES: readonly Scope[] = ['see_directory', 'read_messages'];

/** The SHA-256 of a verifier in base64url. */
const CHALLENGE = /^[\w-]{43}$/;

/** Reads the query with which a program sent a user here. Nothing is answered to an address before the program is known. */
export async function readRequest(
  world: World,
  realm: RealmRow,
  query: string,
): Promise<AuthorizationRequest | Problem> {
  const parameters = readForm(query);
  checkText(parameters);
  const clientId = parameters.get('client_id') ?? '';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const repeated = repeatedIn(query);
  if (repeated.has('client_id') || repeated.has('redirect_uri'))
    return { problem: 'bad_request', detail: 'A parameter is repeated.', location: null };
  let client: Client;
  try {
    client = await findClient(world, realm, clientId);
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return { problem: error.problem, detail: error.message, location: null };
  }
  if (!isRegistered(redirectUri, client.redirectUris))
    return {
      problem: 'bad_redirect_uri',
      detail: 'The redirect_uri is not one of those that the program has registered.',
      location: null,
    };
  const state = repeated.has('state') ? undefined : parameters.get('state');
  const refused = (error: string, detail: string): Problem => ({
    problem: 'bad_request',
    detail,
    location: answerTo(world, realm, { redirectUri, state }, { error, error_description: detail }),
  });
  const [first] = repeated;
  if (first !== undefined)
    return first === 'resource'
      ? refused('invalid_target', 'One resource at a time.')
      : refused('invalid_request', `The parameter ${first} is repeated.`);
  if (parameters.has('request') || parameters.has('request_uri'))
    return refused('request_not_supported', 'Requests are parameters of the query.');
  if (parameters.get('response_type') !== 'code')
    return refused('unsupported_response_type', 'The response_type must be code.');
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    return refused('invalid_request', 'The response_mode must be query.');
  const challenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    return refused('invalid_request', 'A code_challenge with the code_challenge_method S256 is needed.');
  const resource = resourceNamed(world.config.hosts, realm, parameters.get('resource'));
  if (resource === undefined)
    return refused('invalid_target', 'The resource is not a part of this organization.');
  const scopes = scopesIn(parameters.get('scope'));
  if (scopes.length === 0) return refused('invalid_scope', 'Users can give none of these scopes.');
  return { client, redirectUri, state, challenge, resource, scopes };
}

/** The address at which a program goes on with an answer; `iss` says whose it is (RFC 9207). */
export function answerTo(
  { config }: Pick<World, 'config'>,
  realm: RealmRow,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string {
  return withParameters(redirectUri, { ...answer, state, iss: issuerOf(config.hosts, realm) });
}

/** Names that a query has more than once, which OAuth forbids. */
export function repeatedIn(query: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [name] of new URLSearchParams(query)) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return repeated;
}

function scopesIn(text = ''): readonly Scope[] {
  const names = new Set(text.split(' ').filter((name) => name !== ''));
  return names.size === 0 ? USUAL_SCOPES : consentableScopes.filter((scope) => names.has(scope));
}
