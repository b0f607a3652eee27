import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import { STATE_LIFETIME_MINUTES } from '../../http/oauth/state.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { hashOf, type Sealer } from '../../engine/secrets/seal.ts';
import { PROVIDER } from './provider.ts';

type AuthorizationRow = Selectable<Schema['call_authorization']>;

/** Stores the state and verifier of an authorization that a user began. */
export async function storeAuthorization(
  tx: Tx,
  sealer: Sealer,
  user: UserRow,
  { state, verifier }: { state: string; verifier: string },
): Promise<void> {
  const row = { state_hash: hashOf(state), realm_id: tx.realmId };
  await tx.all(
    q.insertInto('call_authorization').values({
      ...row,
      user_id: user.id,
      provider: PROVIDER,
      sealed: sealer.seal(placeOf('call_authorization', row), verifier),
      expires_at: sql<Date>`now() + make_interval(mins => ${STATE_LIFETIME_MINUTES})`,
    }),
  );
}

/** Removes and returns the verifier of a state, only for the user who began the authorization. */
export async function takeVerifier(
  tx: Tx,
  sealer: Sealer,
  user: UserRow,
  state: string,
): Promise<string | undefined> {
  const row = { state_hash: hashOf(state), realm_id: tx.realmId };
  const removed: Pick<AuthorizationRow, 'sealed'> | undefined = await tx.first(
    q
      .deleteFrom('call_authorization')
      .where('state_hash', '=', row.state_hash)
      .where('realm_id', '=', row.realm_id)
      .where('user_id', '=', user.id)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('sealed'),
  );
  return removed === undefined ? undefined : sealer.open(placeOf('call_authorization', row), removed.sealed);
}
