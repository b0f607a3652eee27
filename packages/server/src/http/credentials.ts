import { badRequest, ApiError } from '../engine/api-error.ts';
import { API_KEY_SHAPE, hexHashOf } from '../engine/secrets/seal.ts';
import type { Account, FindAccount } from './accounts.ts';

export function unauthorized(message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message);
}

export type Credentials = {
  readonly email: string;
  readonly key: string;
  /** The hash by which the account is found. */
  readonly keyHash: string;
};

/** Parses `Authorization: Basic …`. */
export function parseBasic(header: string): Credentials {
  const [scheme, encoded, ...rest] = header.trim().split(/\s+/);
  if (scheme?.toLowerCase() !== 'basic') throw badRequest('Only Basic authentication is supported.');
  if (encoded === undefined || rest.length > 0 || !/^[A-Za-z0-9+/=_-]*$/.test(encoded)) throw malformed();
  const bytes = Buffer.from(encoded, 'base64');
  const fields = bytes.toString('utf8').split(':');
  const [email, key = ''] = fields.map((part) => part.trim());
  if (fields.length !== 2 || email === undefined) throw malformed();
  return { email, key, keyHash: hexHashOf(key) };
}

function malformed(): ApiError {
  return unauthorized('The credentials are malformed.');
}

/** Returns the account of the credentials in this organization, or throws. */
export async function authenticate(
  findAccount: FindAccount,
  { email, key, keyHash }: Credentials,
  subdomain: string,
): Promise<Account> {
  if (!API_KEY_SHAPE.test(key)) throw unauthorized('The API key is malformed.');
  const account = await findAccount(keyHash);
  if (account?.user.delivery_email.toLowerCase() !== email.toLowerCase())
    throw unauthorized('The API key is not valid.');
  const { realm, user } = account;
  if (realm.deactivated_at !== null) throw unauthorized('The organization is deactivated.');
  if (!user.is_active) throw unauthorized('The account is deactivated.');
  if (realm.subdomain !== subdomain) throw unauthorized('The account belongs to another organization.');
  return account;
}
