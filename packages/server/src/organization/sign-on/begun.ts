import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { STATE_LIFETIME_MINUTES } from '../../http/oauth/state.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { hashOf, type Sealer } from '../../engine/secrets/seal.ts';
import type { BrowserFlow } from './browser-flow.ts';
import type { BegunSignOn } from './provider.ts';

/** A sign-on in progress: of an app, which gets the API key encrypted with its one-time pad, or of a browser. */
export type SignOn = BegunSignOn & ({ readonly otp: string } | { readonly browser: BrowserFlow });

export async function storeSignOn(tx: Tx, sealer: Sealer, state: string, begun: SignOn): Promise<void> {
  const row = { state_hash: hashOf(state), realm_id: tx.realmId };
  await tx.all(
    q.insertInto('sign_on').values({
      ...row,
      sealed: sealer.seal(placeOf('sign_on', row), JSON.stringify(begun)),
      expires_at: sql<Date>`now() + make_interval(mins => ${STATE_LIFETIME_MINUTES})`,
    }),
  );
}

/** Returns and deletes the sign-on of a state. */
export async function takeSignOn(tx: Tx, sealer: Sealer, state: string): Promise<SignOn | undefined> {
  const row = { state_hash: hashOf(state), realm_id: tx.realmId };
  const taken = await tx.first(
    q
      .deleteFrom('sign_on')
      .where('state_hash', '=', row.state_hash)
      .where('realm_id', '=', row.realm_id)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('sealed'),
  );
  if (taken === undefined) return undefined;
  return JSON.parse(sealer.open(placeOf('sign_on', row), taken.sealed)) as SignOn;
}
