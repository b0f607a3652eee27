import { sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { keepsLimits, scopeOf, type Scope } from '@parley/contract/scopes.ts';
import { ApiError, badRequest } from '../engine/api-error.ts';
import { hasArrived } from '../engine/db/realm.ts';
import { subdomainOf } from '../engine/hosts.ts';
import { API_KEY_SHAPE, GRANT_TOKEN_SHAPE } from '../engine/secrets/seal.ts';
import { noteCaller } from '../engine/work/current-work.ts';
import type { Account, FindAccount } from './accounts.ts';
import { isIncomingWebhook, shareOf } from './actor.ts';
import { unauthorized, type Credentials } from './credentials.ts';
import { PREFIX } from './prefix.ts';
import type { RequestCount } from './request-count.ts';
import type { World } from './world.ts';

/** A caller who asks to be admitted. */
export type Caller = {
  /** The Host header, which selects the organization. */
  readonly host: string;
  readonly credentials: Credentials;
  /** The operation; undefined for pages, files and streams. */
  readonly endpoint?: Endpoint | undefined;
  /**
   * The scope that a grant needs outside of operations. Without it, no grant is admitted there. With `each`, every grant is, because
   * what it asks for is admitted once more.
   */
  readonly scope?: Scope | 'each' | undefined;
  /** Outside of operations: the page shows nothing beyond the limits of a grant. */
  readonly keepsLimits?: boolean;
  /** The part of the server that is called, for which a token must be; the default is the API. */
  readonly resource?: string | undefined;
  /** The default reads the current account. */
  readonly find?: FindAccount | undefined;
  /** The count of the request against the rate limit of its user; undefined if it is not counted. */
  readonly count?: RequestCount | undefined;
};

/**
 * Admits a caller, on every transport: host → organization, credentials → user, capability, rate limit, scope.
 * Returns the account, or throws.
 */
export async function admit(world: World, caller: Caller): Promise<Account> {
  const { host, credentials, endpoint, find = world.findAccount, count } = caller;
  checkShape(credentials);
  const found =
    (await find(credentials.lookup)) ??
    ((await hasArrived(world.pool, subdomainOf(world.config.hosts, host)))
      ? await world.findAccount(credentials.lookup)
      : undefined);
  const account = confirmed(credentials, found);
  const { realm, user } = account;
  noteCaller(realm.subdomain, { userId: user.id, role: user.role, credential: account.credential });
  const refusal = REFUSALS[credentials.kind === 'query' ? 'query' : 'other'];
  if (realm.deactivated_at !== null) throw refusal.realm('The organization is deactivated.');
  if (!user.is_active) throw refusal.user('The account is deactivated.');
  if (realm.subdomain !== subdomainOf(world.config.hosts, host))
    throw refusal.host('The account belongs to another organization.');
  checkResource(account, caller.resource ?? PREFIX);
  if (isIncomingWebhook(user) && !WEBHOOK_OPERATIONS.has(endpoint?.id))
    throw unauthorized('An incoming webhook may only send messages.');
  world.processor.payFor(shareOf(account));
  count?.take(account);
  if (endpoint === undefined && caller.scope === 'each') return account;
  const scope = caller.scope === 'each' ? undefined : caller.scope;
  checkScope(account, endpoint === undefined ? (scope ?? null) : scopeOf(endpoint));
  if (account.limits !== undefined && caller.keepsLimits !== true) checkKeepsLimits(endpoint, scope);
  return account;
}

/** The operations that incoming webhooks may call. */
const WEBHOOK_OPERATIONS: ReadonlySet<string | undefined> = new Set([sendMessage.id, sendWebhookPayload.id]);

/** The errors for an account that is not admitted; services that call webhooks get more specific ones. */
const REFUSALS = {
  query: {
    realm: (message: string) => new ApiError('REALM_DEACTIVATED', message),
    user: (message: string) => new ApiError('USER_DEACTIVATED', message),
    host: (message: string) => badRequest(message),
  },
  other: { realm: unauthorized, user: unauthorized, host: unauthorized },
} as const;

/** Throws if the token was issued for another part of the server (RFC 8707). */
function checkResource({ credential }: Account, resource: string): void {
  if (credential.resource !== undefined && credential.resource !== resource)
    throw unauthorized('The token is for another resource.');
}

/** Throws if a grant lacks the scope. Other credentials have all rights of their user. */
function checkScope({ credential: { kind, scopes } }: Account, needed: Scope | null): void {
  if (kind !== 'grant' || (needed !== null && scopes?.has(needed) === true)) return;
  throw scopeRequired(needed);
}

/** Throws unless the operation or page shows no message outside of the limits of a grant. */
function checkKeepsLimits(endpoint: Endpoint | undefined, scope: Scope | undefined): void {
  const isKept = endpoint === undefined ? scope === 'see_directory' : keepsLimits(endpoint);
  if (!isKept)
    throw new ApiError('SCOPE_REQUIRED', 'A grant with limits may not do this.', { extra: { scope: null } });
}

export function scopeRequired(scope: Scope | null): ApiError {
  const message =
    scope === null ? 'Programs with limited rights may not do this.' : `The token lacks the scope ${scope}.`;
  return new ApiError('SCOPE_REQUIRED', message, { extra: { scope } });
}

function checkShape(credentials: Credentials): void {
  if (credentials.kind === 'session' || API_KEY_SHAPE.test(credentials.key)) return;
  if (credentials.kind !== 'query' && GRANT_TOKEN_SHAPE.test(credentials.key)) return;
  throw credentials.kind === 'query' ? invalidKey() : unauthorized('The API key is malformed.');
}

/** The account that was found for credentials. A key in a header also needs the e-mail address of its account. */
function confirmed(credentials: Credentials, account: Account | undefined): Account {
  switch (credentials.kind) {
    case 'session':
      if (account === undefined) throw unauthorized('The session has ended. Log in again.');
      return account;
    case 'query':
      if (account === undefined) throw invalidKey();
      return account;
    case 'grant':
      if (account?.credential.kind !== 'grant') throw unauthorized('The token is not valid.');
      return account;
    case 'key':
      if (account?.user.delivery_email.toLowerCase() !== credentials.email.toLowerCase())
        throw unauthorized('The API key is not valid.');
      return account;
  }
}

function invalidKey(): ApiError {
  return new ApiError('INVALID_API_KEY', 'The API key is not valid.');
}
