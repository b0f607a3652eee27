import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf } from '../../engine/secrets/seal.ts';
import { endCredentials } from '../credentials/end.ts';

/**
 * Ends the grant of an access or refresh token; false if it belongs to another program. A token that is not known has ended already
 * (RFC 7009).
 */
export async function revokeToken(tx: Tx, token: string, clientId: string): Promise<boolean> {
  const grant = (await byAccessToken(tx, token)) ?? (await byRefreshToken(tx, token));
  if (grant === undefined) return true;
  if (grant.client_id !== clientId) return false;
  await endCredentials(tx, [grant.id]);
  return true;
}

function byAccessToken(tx: Tx, token: string) {
  return tx.first(
    q
      .selectFrom('credential')
      .select(['id', 'client_id'])
      .where('realm_id', '=', tx.realmId)
      .where('kind', '=', 'grant')
      .where('client_id', 'is not', null)
      .where('secret_hash', '=', hashOf(token)),
  );
}

function byRefreshToken(tx: Tx, token: string) {
  return tx.first(
    q
      .selectFrom('refresh_token')
      .innerJoin('credential', (join) =>
        join
          .onRef('credential.realm_id', '=', 'refresh_token.realm_id')
          .onRef('credential.id', '=', 'refresh_token.credential_id'),
      )
      .select(['credential.id', 'client_id'])
      .where('refresh_token.realm_id', '=', tx.realmId)
      .where('token_hash', '=', hashOf(token)),
  );
}
