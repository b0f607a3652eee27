import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { PersonRow } from '../people/person.ts';
import type { Sealer } from '../secrets/seal.ts';
import { PROVIDER, type CallToken } from './provider.ts';

type TokenRow = Selectable<Schema['call_token']>;
type Owner = Pick<PersonRow, 'id' | 'realm_id'>;

export const findToken = (reader: Reader, owner: Owner): Promise<TokenRow | undefined> =>
  reader.first(q.selectFrom('call_token').selectAll().where(isOf(owner)));

export const openToken = (sealer: Sealer, row: TokenRow): CallToken => {
  const { access, refresh } = JSON.parse(sealer.open(row.sealed)) as Omit<CallToken, 'expiresAt'>;
  return { access, refresh, expiresAt: row.expires_at?.getTime() ?? null };
};

/** Keeps a token that the person has just brought, in place of any earlier one. */
export const storeToken = async (tx: Tx, sealer: Sealer, owner: Owner, token: CallToken): Promise<void> => {
  const columns = columnsOf(sealer, token);
  await tx.all(
    q
      .insertInto('call_token')
      .values({ realm_id: tx.realmId, person_id: owner.id, provider: PROVIDER, ...columns })
      .onConflict((conflict) => conflict.columns(['realm_id', 'person_id', 'provider']).doUpdateSet(columns)),
  );
  tx.emit(only(owner.id), { type: 'has_conference_token', value: true });
};

/** Forgets a token that is good for nothing; one that has taken its place meanwhile stays. */
export const forgetToken = async (tx: Tx, row: TokenRow): Promise<void> => {
  const gone = await tx.all(q.deleteFrom('call_token').where(isSame(row)).returning('person_id'));
  for (const { person_id } of gone) tx.emit(only(person_id), { type: 'has_conference_token', value: false });
};

/** Longer than the provider may take to answer; after that somebody else may try. */
const LEASE_SECONDS = 20;

/**
 * Claims the right to refresh a token. Many providers take a refresh token once, so two requests must not use
 * it at once; and nobody should hold a connection of the database while a provider thinks.
 */
export const claimRefresh = async (tx: Tx, row: TokenRow): Promise<boolean> => {
  const claimed = await tx.all(
    q
      .updateTable('call_token')
      .set({ refreshing_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(isSame(row))
      .where((token) =>
        token.or([token('refreshing_until', 'is', null), token('refreshing_until', '<', sql<Date>`now()`)]),
      )
      .returning('person_id'),
  );
  return claimed.length > 0;
};

/** Ends a claim with the token that it brought. */
export const storeRefreshed = async (
  tx: Tx,
  sealer: Sealer,
  row: TokenRow,
  token: CallToken,
): Promise<void> => {
  await tx.all(q.updateTable('call_token').set(columnsOf(sealer, token)).where(isSame(row)));
};

/** Ends a claim that brought nothing. */
export const releaseClaim = async (tx: Tx, row: TokenRow): Promise<void> => {
  await tx.all(q.updateTable('call_token').set({ refreshing_until: null }).where(isSame(row)));
};

const columnsOf = (
  sealer: Sealer,
  { access, refresh, expiresAt }: CallToken,
): Pick<TokenRow, 'sealed' | 'expires_at' | 'refreshing_until'> => ({
  sealed: sealer.seal(JSON.stringify({ access, refresh })),
  expires_at: expiresAt === null ? null : new Date(expiresAt),
  refreshing_until: null,
});

const isOf = (owner: Owner) =>
  sql<boolean>`realm_id = ${owner.realm_id} and person_id = ${owner.id} and provider = ${PROVIDER}`;

/** No two sealed texts are equal, so a row that has changed is not the same. */
const isSame = (row: TokenRow) =>
  sql<boolean>`realm_id = ${row.realm_id} and person_id = ${row.person_id} and provider = ${row.provider}
    and sealed = ${row.sealed}`;
