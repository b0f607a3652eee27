import type { IncomingMessage } from 'node:http';
import { parseJsonText } from '@parley/contract/json-text.ts';
import { ApiError } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { noteDirectory } from '../../../engine/work/current-work.ts';
import { limitBy } from '../../../http/address-limits.ts';
import { readWhole } from '../../../http/body.ts';
import { queryFields } from '../../../http/operations.ts';
import type { RateLimitRule } from '../../../http/rate-limits.ts';
import { bodyTypeOf } from '../../../http/read-body.ts';
import { responseToError, type HttpResponse } from '../../../http/response.ts';
import type { HttpExchange, Path } from '../../../http/router.ts';
import type { World } from '../../../http/world.ts';
import { realmAt } from '../../joining/entry.ts';
import { findToken } from '../tokens.ts';
import type { ScimResource } from './ask.ts';
import { allOf, discoveryDocuments, serviceConfig } from './discovery.ts';
import { groups } from './groups.ts';
import { people } from './people.ts';
import { ScimError, scimRefusal, scimResponse } from './scim-error.ts';

export const SCIM_PATTERN = '/scim/v2/*';
const BASE_PATH = '/scim/v2';

/** Requests of a directory; Entra ID expects to send 25 per second. */
const PER_TOKEN: readonly RateLimitRule[] = [{ seconds: 60, count: 1_500 }];

const RESOURCES: Readonly<Record<string, ScimResource>> = { Users: people, Groups: groups };

/** Serves directories by SCIM 2.0 (RFC 7643 and 7644). */
export function scimPath(world: World): Path {
  return {
    name: BASE_PATH,
    handle: async (exchange) => {
      const from = world.clock.monotonic();
      const response = await serve(world, exchange).catch((error: unknown) => refusalOf(world, error));
      world.metrics.request('scim', response.status, world.clock.monotonic() - from);
      return response;
    },
  };
}

async function serve(world: World, { request, pathParameters }: HttpExchange): Promise<HttpResponse> {
  const { method = '', headers } = request;
  const realm = await realmAt(world, { host: headers.host ?? '' });
  await admitDirectory(world, realm, headers.authorization);
  const [kind = '', id, ...more] = (pathParameters['*'] ?? '').split('/').filter((part) => part !== '');
  const base = urlOf(world.config.hosts, realm.subdomain) + BASE_PATH;
  const { query } = queryFields(request);
  if (more.length > 0) throw new ScimError(404, 'There is nothing here.');
  const resource = Object.hasOwn(RESOURCES, kind) ? RESOURCES[kind] : undefined;
  if (resource === undefined) return discovery(base, method, kind, id);
  const body = await bodyOf(request);
  // A directory is one caller of its organization.
  const response = await world.requests.run({ realmId: realm.id, userId: 0 }, () =>
    resource({ world, realm, base, method, id, query, body }),
  );
  if (response === undefined) throw new ScimError(405, 'The resource does not take this method.');
  return response;
}

/** Throws unless the request has a token of the organization of its host. */
async function admitDirectory(
  world: World,
  realm: RealmRow,
  authorization: string | undefined,
): Promise<void> {
  const token = /^Bearer (pd_[A-Za-z0-9]{32})$/i.exec(authorization ?? '')?.[1];
  const found = token === undefined ? undefined : await findToken(world.pool, realm.id, token);
  if (found === undefined)
    throw new ScimError(401, 'Send the token of a directory as Authorization: Bearer.');
  noteDirectory(realm.subdomain, found.id);
  const share = { realmId: realm.id, userId: 0 };
  world.processor.payFor(share);
  limitBy(world, `directory:${realm.id}:${found.id}`, PER_TOKEN);
}

function discovery(base: string, method: string, kind: string, id: string | undefined): HttpResponse {
  const isConfig = kind === 'ServiceProviderConfig' && id === undefined;
  const documents = discoveryDocuments(base);
  const known = Object.hasOwn(documents, kind) ? documents[kind] : undefined;
  const document = id === undefined ? known && allOf(known) : known?.find((one) => one.id === id);
  if (!isConfig && document === undefined) throw new ScimError(404, 'There is nothing here.');
  if (method !== 'GET' && method !== 'HEAD') throw new ScimError(405, 'The resource is only read.');
  return scimResponse(200, isConfig ? serviceConfig(base) : document);
}

const BODY_TYPES = new Set(['application/scim+json', 'application/json']);

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const type = bodyTypeOf(request);
  if (type === undefined || request.method === 'DELETE') return undefined;
  if (!BODY_TYPES.has(type)) throw new ScimError(415, 'The body has to be application/scim+json.');
  const read = parseJsonText(String(await readWhole(request)));
  if (!read.ok) throw new ScimError(400, `The body ${read.problem}.`, 'invalidSyntax');
  return read.value;
}

/** Every refusal in the form of SCIM. */
function refusalOf(world: World, error: unknown): HttpResponse {
  if (error instanceof ScimError) return scimRefusal(error, headersOf(error.status));
  const { status, headers } = responseToError(error, world, BASE_PATH);
  const retry = headers['retry-after'];
  const message = error instanceof ApiError ? error.message : 'The request failed.';
  const scimType = status === 400 ? 'invalidValue' : undefined;
  const more = retry === undefined ? {} : { 'retry-after': retry };
  return scimRefusal({ status, message, scimType }, { ...headersOf(status), ...more });
}

function headersOf(status: number): Record<string, string> {
  return status === 401 ? { 'www-authenticate': 'Bearer' } : {};
}
