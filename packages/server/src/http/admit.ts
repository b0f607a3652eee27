import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { subdomainOf } from '../engine/hosts.ts';
import { API_KEY_SHAPE } from '../engine/secrets/seal.ts';
import type { Account, FindAccount } from './accounts.ts';
import { isIncomingWebhook } from './actor.ts';
import { unauthorized, type Credentials } from './credentials.ts';
import type { RequestCount } from './request-count.ts';
import type { World } from './world.ts';

/** A caller who asks to be admitted. */
export type Caller = {
  /** The Host header, which selects the organization. */
  readonly host: string;
  readonly credentials: Credentials;
  /** The operation; undefined for pages, files and streams. */
  readonly endpoint?: Endpoint | undefined;
  /** The default reads the current account. */
  readonly find?: FindAccount | undefined;
  /** The count of the request against the rate limit of its user; undefined if it is not counted. */
  readonly count?: RequestCount | undefined;
};

/**
 * Admits a caller, on every transport: host → organization, credentials → user, capability, rate limit. Returns the
 * account, or throws.
 */
export async function admit(world: World, caller: Caller): Promise<Account> {
  const { host, credentials, endpoint, find = world.findAccount, count } = caller;
  if (credentials.kind === 'key' && !API_KEY_SHAPE.test(credentials.key))
    throw unauthorized('The API key is malformed.');
  const account = confirmed(credentials, await find(credentials.lookup));
  const { realm, user } = account;
  if (realm.deactivated_at !== null) throw unauthorized('The organization is deactivated.');
  if (!user.is_active) throw unauthorized('The account is deactivated.');
  if (realm.subdomain !== subdomainOf(world.config.hosts, host))
    throw unauthorized('The account belongs to another organization.');
  if (isIncomingWebhook(user) && endpoint?.id !== sendMessage.id)
    throw unauthorized('An incoming webhook may only send messages.');
  count?.take(user);
  return account;
}

/** The account that was found for credentials. A key also needs the e-mail address of its account. */
function confirmed(credentials: Credentials, account: Account | undefined): Account {
  if (credentials.kind === 'session') {
    if (account === undefined) throw unauthorized('The session has ended. Log in again.');
    return account;
  }
  if (account?.user.delivery_email.toLowerCase() !== credentials.email.toLowerCase())
    throw unauthorized('The API key is not valid.');
  return account;
}
