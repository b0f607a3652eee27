import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';

/** The provider of identities that the directory gives by SCIM; their subject is `externalId`. */
export const SCIM_PROVIDER = 'scim';

/** A person as a provider knows them: an issuer or `scim`, and the name there that never changes. */
export type Identity = { readonly provider: string; readonly subject: string };

/** The account of an identity, deactivated ones too. */
export function userOfIdentity(
  reader: Reader,
  realmId: number,
  { provider, subject }: Identity,
): Promise<UserRow | undefined> {
  return reader.first(
    q
      .selectFrom('identity')
      .innerJoin('realm_user', (join) =>
        join
          .onRef('realm_user.realm_id', '=', 'identity.realm_id')
          .onRef('realm_user.id', '=', 'identity.user_id'),
      )
      .selectAll('realm_user')
      .where('identity.realm_id', '=', realmId)
      .where('provider', '=', provider)
      .where('subject', '=', subject),
  );
}

/** The person with an address, deactivated ones too. */
export function personWithAddress(
  reader: Reader,
  realmId: number,
  email: string,
): Promise<UserRow | undefined> {
  return reader.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('bot_type', 'is', null)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
}

/** Whether a provider knows the user already. */
export async function hasIdentity(tx: Tx, userId: number, provider: string): Promise<boolean> {
  const row = await tx.first(
    q
      .selectFrom('identity')
      .select('user_id')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', userId)
      .where('provider', '=', provider),
  );
  return row !== undefined;
}

/** Binds an identity to a user, who has none of this provider. */
export async function bindIdentity(tx: Tx, userId: number, { provider, subject }: Identity): Promise<void> {
  await tx.all(q.insertInto('identity').values({ realm_id: tx.realmId, provider, subject, user_id: userId }));
  tx.record({
    action: 'identity.bound',
    object: { type: 'user', id: userId },
    after: { provider },
    personal: { userId, after: { subject } },
  });
}
