import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf, newGrantToken } from '../../engine/secrets/seal.ts';
import { endCredentials } from '../credentials/end.ts';
import { addRefreshToken, tokenEnd, type Tokens } from './client-grants.ts';
import { invalidGrant, invalidTarget, type TokenError } from './token-error.ts';

/** The request of a program for its next tokens. */
export type Refresh = {
  readonly token: string;
  readonly clientId: string;
  /** Scopes, if the program wants fewer from now on. */
  readonly scopes: readonly string[] | undefined;
  readonly resource: string | null | undefined;
};

/**
 * Replaces both tokens of a grant. A refresh token works once: one that comes again was stolen, or the answer to it was, so the grant
 * ends with all its tokens.
 */
export async function refreshTokens(tx: Tx, refresh: Refresh): Promise<Tokens | TokenError> {
  const grant = await grantOfRefreshToken(tx, refresh.token);
  if (grant === undefined) return invalidGrant('The refresh_token is not valid.');
  if (grant.client_id !== refresh.clientId)
    return invalidGrant('The refresh_token belongs to another program.');
  if (grant.is_used) {
    await endCredentials(tx, [grant.id]);
    return invalidGrant('The refresh_token was used before, so all that it stands for has ended.');
  }
  if (refresh.resource !== undefined && refresh.resource !== grant.resource)
    return invalidTarget('The resource is not that of the grant.');
  const scopes = refresh.scopes ?? grant.scopes ?? [];
  if (scopes.length === 0 || scopes.some((scope) => grant.scopes?.includes(scope) !== true))
    return { error: 'invalid_scope', description: 'The user did not give all of these scopes.' };
  const accessToken = newGrantToken();
  const [renewed] = await tx.all(
    q
      .updateTable('credential')
      .set({
        secret_hash: hashOf(accessToken),
        scopes: [...scopes],
        token_expires_at: tokenEnd(sql`expires_at`),
      })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', grant.id)
      .returning(sql<number>`extract(epoch from token_expires_at - now())::int`.as('seconds')),
  );
  await tx.all(
    q
      .updateTable('refresh_token')
      .set({ is_used: true })
      .where('realm_id', '=', tx.realmId)
      .where('token_hash', '=', hashOf(refresh.token)),
  );
  return {
    grantId: grant.id,
    userId: grant.user_id,
    clientName: grant.name,
    accessToken,
    refreshToken: await addRefreshToken(tx, grant.id),
    expiresIn: renewed?.seconds ?? 0,
    scopes,
  };
}

/** The grant of a refresh token, locked. */
async function grantOfRefreshToken(tx: Tx, token: string) {
  const [row] = await tx.all(
    q
      .selectFrom('refresh_token')
      .innerJoin('credential', (join) =>
        join
          .onRef('credential.realm_id', '=', 'refresh_token.realm_id')
          .onRef('credential.id', '=', 'refresh_token.credential_id'),
      )
      .select(['credential.id', 'user_id', 'name', 'client_id', 'scopes', 'resource'])
      .where('refresh_token.realm_id', '=', tx.realmId)
      .where('token_hash', '=', hashOf(token))
      .where(sql<boolean>`expires_at > now()`)
      .forUpdate('credential'),
  );
  if (row === undefined) return undefined;
  // Read after the lock, so that of two requests with one token the second sees the use by the first.
  const used = await tx.first(
    q
      .selectFrom('refresh_token')
      .select('is_used')
      .where('realm_id', '=', tx.realmId)
      .where('token_hash', '=', hashOf(token)),
  );
  return { ...row, is_used: used?.is_used ?? true };
}
