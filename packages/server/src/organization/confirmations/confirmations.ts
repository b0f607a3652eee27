import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf, newApiKey } from '../../engine/secrets/seal.ts';

export type ConfirmationRow = Selectable<Schema['confirmation']>;

/** The purpose of a confirmation link: signing up, resetting a password, or changing an e-mail address. */
export type ConfirmationKind = 'sign-up' | 'password' | 'address';

export type NewConfirmation = {
  readonly kind: ConfirmationKind;
  readonly email: string;
  readonly invitation_id?: number | null;
  readonly user_id?: number | null;
};

/** Texts of e-mails say: for a day. */
const LIFETIME_MS = 86_400_000;

/** Stores a hash of a new token and returns the token, which only the recipient of the link gets. */
export async function createConfirmation(
  tx: Tx,
  confirmation: NewConfirmation,
  now: number,
): Promise<string> {
  const token = newApiKey();
  await tx.all(
    q.insertInto('confirmation').values({
      realm_id: tx.realmId,
      token_hash: hashOf(token),
      invitation_id: null,
      user_id: null,
      ...confirmation,
      expires_at: new Date(now + LIFETIME_MS),
    }),
  );
  return token;
}

export function findConfirmation(
  reader: Reader,
  realmId: number,
  kind: ConfirmationKind,
  token: string,
  now: number,
): Promise<ConfirmationRow | undefined> {
  return reader.first(
    q
      .selectFrom('confirmation')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('token_hash', '=', hashOf(token))
      .where('kind', '=', kind)
      .where('expires_at', '>', new Date(now)),
  );
}

/** Consumes a token; of several concurrent requests one succeeds. */
export function takeConfirmation(
  tx: Tx,
  kind: ConfirmationKind,
  token: string,
  now: number,
): Promise<ConfirmationRow | undefined> {
  return tx.first(
    q
      .deleteFrom('confirmation')
      .where('realm_id', '=', tx.realmId)
      .where('token_hash', '=', hashOf(token))
      .where('kind', '=', kind)
      .where('expires_at', '>', new Date(now))
      .returningAll(),
  );
}
