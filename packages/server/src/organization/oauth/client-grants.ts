import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf, newGrantToken, newRefreshToken } from '../../engine/secrets/seal.ts';
import type { UserRow } from '../../http/actor.ts';

/** An access token is replaced after this time, because it is on its way with every request. */
export const TOKEN_LIFETIME_SECONDS = 3_600;

/** The tokens of a program, and what they are for. */
export type Tokens = {
  readonly grantId: number;
  readonly userId: number;
  readonly clientName: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly scopes: readonly string[];
};

/** The consent of a user to a program. */
type Allowed = {
  readonly client_id: string;
  readonly client_name: string;
  readonly client_host: string | null;
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly channels: readonly number[] | null;
  readonly days: number;
};

/** The end of a new token: never after the grant. */
export const tokenEnd = (grantEnd: ReturnType<typeof sql>) =>
  sql<Date>`least(now() + make_interval(secs => ${TOKEN_LIFETIME_SECONDS}), ${grantEnd})`;

/** Begins the grant of a program with its first tokens. */
export async function beginClientGrant(
  tx: Tx,
  user: Pick<UserRow, 'id' | 'role'>,
  allowed: Allowed,
): Promise<Tokens> {
  const accessToken = newGrantToken();
  const end = sql`now() + make_interval(days => ${allowed.days})`;
  const row = await tx.first(
    q
      .insertInto('credential')
      .values({
        realm_id: tx.realmId,
        user_id: user.id,
        kind: 'grant',
        secret_hash: hashOf(accessToken),
        name: allowed.client_name,
        scopes: [...allowed.scopes],
        last_used: null,
        channels: allowed.channels === null ? null : [...allowed.channels],
        expires_at: sql<Date>`${end}`,
        client_id: allowed.client_id,
        client_host: allowed.client_host,
        resource: allowed.resource,
        token_expires_at: tokenEnd(end),
      })
      .returning('id'),
  );
  if (row === undefined) throw new Error('The grant was not inserted.');
  const { client_id, client_host, scopes, channels } = allowed;
  tx.record({
    action: 'credential.began',
    object: { type: 'user', id: user.id },
    after: { credential_id: row.id, credential_kind: 'grant', client_id, client_host, scopes, channels },
    actor: { id: user.id, role: user.role },
  });
  return {
    grantId: row.id,
    userId: user.id,
    clientName: allowed.client_name,
    accessToken,
    refreshToken: await addRefreshToken(tx, row.id),
    expiresIn: TOKEN_LIFETIME_SECONDS,
    scopes,
  };
}

/** Adds the refresh token of a grant that is the next one to be used. */
export async function addRefreshToken(tx: Tx, grantId: number): Promise<string> {
  const token = newRefreshToken();
  await tx.all(
    q
      .insertInto('refresh_token')
      .values({ realm_id: tx.realmId, token_hash: hashOf(token), credential_id: grantId }),
  );
  return token;
}
