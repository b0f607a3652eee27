import { limitableScopes, type Scope } from '@parley/contract/scopes.ts';
import { hash, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../../engine/api-error.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf, newAuthorizationCode } from '../../engine/secrets/seal.ts';
import type { Account } from '../../http/accounts.ts';
import { checkReadableChannels } from '../../chat/channels/access.ts';
import { confirmCredential } from '../credentials/keys.ts';
import { endCredentials } from '../credentials/end.ts';
import { checkRoomForGrant } from '../grants/grants.ts';
import { lockUsers } from '../users/queries.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { beginClientGrant, type Tokens } from './client-grants.ts';
import { invalidGrant, invalidTarget, type TokenError } from './token-error.ts';

/** Time for a program to exchange its code. */
const CODE_LIFETIME_MS = 60_000;

/** The decision of a user. */
export type Consent = {
  readonly scopes: readonly Scope[];
  readonly channels: readonly number[] | undefined;
  readonly days: number;
};

/** Stores what the user allowed; returns the code with which the program gets its tokens. */
export async function issueCode(
  tx: Tx,
  account: Account,
  { client, redirectUri, challenge, resource, scopes: asked }: AuthorizationRequest,
  { scopes: given, channels, days }: Consent,
  now: number,
): Promise<string> {
  const scopes = asked.filter((scope) => given.includes(scope));
  if (scopes.length === 0) throw badRequest('A program needs at least one right.');
  if (channels !== undefined && scopes.some((scope) => !limitableScopes.includes(scope)))
    throw badRequest('A program that is limited to channels cannot have all of these rights.');
  const { user, credential } = account;
  await lockUsers(tx, user.id, user.id);
  await confirmCredential(tx, credential);
  if (channels !== undefined) await checkReadableChannels(tx, account, new Set(channels));
  await checkRoomForGrant(tx, user.id);
  const code = newAuthorizationCode();
  await tx.all(
    q.insertInto('authorization_code').values({
      realm_id: tx.realmId,
      code_hash: hashOf(code),
      user_id: user.id,
      credential_id: credential.id,
      client_id: client.clientId,
      client_name: client.name,
      client_host: client.host ?? null,
      redirect_uri: redirectUri,
      challenge,
      resource,
      scopes,
      channels: channels === undefined ? null : [...new Set(channels)],
      days,
      expires_at: new Date(now + CODE_LIFETIME_MS),
    }),
  );
  return code;
}

/** A code with the values that its program sends beside it. */
export type CodeExchange = {
  readonly code: string;
  readonly clientId: string;
  readonly verifier: string;
  readonly redirectUri: string | undefined;
  /** A path, if the program names the resource again; null if it names one that does not exist. */
  readonly resource: string | null | undefined;
};

/**
 * Exchanges a code. It works once: a failed attempt uses it up, and a second attempt ends the grant of the first, because one of the two
 * has stolen it.
 */
export async function exchangeCode(
  tx: Tx,
  exchange: CodeExchange,
  now: number,
): Promise<Tokens | TokenError> {
  const hashed = hashOf(exchange.code);
  const ownRow = q
    .selectFrom('authorization_code')
    .selectAll()
    .where('realm_id', '=', tx.realmId)
    .where('code_hash', '=', hashed);
  const found = await tx.first(ownRow);
  if (found === undefined) return invalidGrant('The code is not valid.');
  // In the order of all that changes credentials: the user first.
  const [user] = await lockUsers(tx, found.user_id);
  const row = await tx.first(ownRow.forUpdate());
  if (row === undefined || user?.is_active !== true) return invalidGrant('The code is not valid.');
  if (row.is_used) {
    await endCredentials(tx, [row.credential_id]);
    return invalidGrant('The code was used before.');
  }
  const refusal = refusalOf(row, exchange, now);
  if (refusal !== undefined) {
    await tx.all(
      q.deleteFrom('authorization_code').where('realm_id', '=', tx.realmId).where('code_hash', '=', hashed),
    );
    return refusal;
  }
  const tokens = await beginClientGrant(tx, user, row);
  await tx.all(
    q
      .updateTable('authorization_code')
      .set({ is_used: true, credential_id: tokens.grantId })
      .where('realm_id', '=', tx.realmId)
      .where('code_hash', '=', hashed),
  );
  return tokens;
}

type Row = {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly resource: string;
  readonly expires_at: Date;
};

function refusalOf(
  row: Row,
  { clientId, redirectUri, verifier, resource }: CodeExchange,
  now: number,
): TokenError | undefined {
  if (row.expires_at.getTime() <= now) return invalidGrant('The code has expired.');
  if (row.client_id !== clientId) return invalidGrant('The code belongs to another program.');
  if (redirectUri !== undefined && row.redirect_uri !== redirectUri)
    return invalidGrant('The redirect_uri is not that of the request.');
  if (!proves(verifier, row.challenge)) return invalidGrant('The code_verifier is wrong.');
  if (resource !== undefined && resource !== row.resource)
    return invalidTarget('The resource is not that of the request.');
  return undefined;
}

function proves(verifier: string, challenge: string): boolean {
  return timingSafeEqual(Buffer.from(hash('sha256', verifier, 'base64url')), Buffer.from(challenge));
}
