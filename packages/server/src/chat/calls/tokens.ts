import type { Selectable } from 'kysely';
import { type CallToken, PROVIDER } from './provider.ts';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { type Place, placeOf } from '../../engine/secrets/places.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';

type TokenRow = Selectable<Schema['call_token']>;

type Owner = Pick<UserRow, 'id' | 'realm_id'>;

export function findToken(reader: Reader, owner: Owner): Promise<TokenRow | undefined> {
  return reader.first(q.selectFrom('call_token').selectAll().where(ownedBy(owner)));
}

export function openToken(sealer: Sealer, row: TokenRow): CallToken {
  const { access, refresh } = JSON.parse(sealer.open(placeOf('call_token', row), row.sealed)) as Omit<
    CallToken,
    'expiresAt'
  >;
  return { access, refresh, expiresAt: row.expires_at?.getTime() ?? null };
}

/** Stores a new token, replacing any earlier one. */
export async function storeToken(tx: Tx, sealer: Sealer, owner: Owner, token: CallToken): Promise<void> {
  const row = { realm_id: tx.realmId, user_id: owner.id, provider: PROVIDER };
  const columns = columnsOf(sealer, placeOf('call_token', row), token);
  await tx.all(
    q
      .insertInto('call_token')
      .values({ ...row, ...columns })
      .onConflict((conflict) => conflict.columns(['realm_id', 'user_id', 'provider']).doUpdateSet(columns)),
  );
  tx.emit(only(owner.id), { type: 'has_conference_token', value: true });
}

/** Deletes an invalid token, unless it was replaced meanwhile. */
export async function deleteToken(tx: Tx, row: TokenRow): Promise<void> {
  const deleted = await tx.all(q.deleteFrom('call_token').where(isUnchanged(row)).returning('user_id'));
  for (const { user_id } of deleted) tx.emit(only(user_id), { type: 'has_conference_token', value: false });
}

/** Longer than the provider's timeout; afterwards another request may try. */
const LEASE_SECONDS = 20;

/**
 * Claims the right to refresh a token. Many providers accept a refresh token once, so concurrent requests must not
 * both use it; and no database connection is occupied while waiting for the provider.
 */
export async function claimRefresh(tx: Tx, row: TokenRow): Promise<boolean> {
  const claimed = await tx.all(
    q
      .updateTable('call_token')
      .set({ refreshing_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(isUnchanged(row))
      .where((token) =>
        token.or([token('refreshing_until', 'is', null), token('refreshing_until', '<', sql<Date>`now()`)]),
      )
      .returning('user_id'),
  );
  return claimed.length > 0;
}

/** Stores the refreshed token and releases the claim. */
export async function storeRefreshed(tx: Tx, sealer: Sealer, row: TokenRow, token: CallToken): Promise<void> {
  const columns = columnsOf(sealer, placeOf('call_token', row), token);
  await tx.all(q.updateTable('call_token').set(columns).where(isUnchanged(row)));
}

/** Releases a claim after a failed refresh. */
export async function releaseClaim(tx: Tx, row: TokenRow): Promise<void> {
  await tx.all(q.updateTable('call_token').set({ refreshing_until: null }).where(isUnchanged(row)));
}

function columnsOf(
  sealer: Sealer,
  place: Place,
  { access, refresh, expiresAt }: CallToken,
): Pick<TokenRow, 'sealed' | 'expires_at' | 'refreshing_until'> {
  return {
    sealed: sealer.seal(place, JSON.stringify({ access, refresh })),
    expires_at: expiresAt === null ? null : new Date(expiresAt),
    refreshing_until: null,
  };
}

function ownedBy(owner: Owner) {
  return sql<boolean>`realm_id = ${owner.realm_id} and user_id = ${owner.id} and provider = ${PROVIDER}`;
}

/** Sealing the same text twice gives different bytes, so equal bytes mean an unchanged row. */
function isUnchanged(row: TokenRow) {
  return sql<boolean>`realm_id = ${row.realm_id} and user_id = ${row.user_id} and provider = ${row.provider}
    and sealed = ${row.sealed}`;
}

/** Clients expect the fields of other providers, which this server does not support. */
export const videoCallsState: ReadState<'video_calls'> = async ({ reader, user }) => ({
  has_conference_token: (await findToken(reader, user)) !== undefined,
  has_webex_token: false,
  has_zoom_token: false,
});
