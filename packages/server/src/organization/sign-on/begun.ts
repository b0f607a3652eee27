import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { STATE_LIFETIME_MINUTES } from '../../http/oauth/state.ts';
import { hashOf, type Sealer } from '../../engine/secrets/seal.ts';
import type { BrowserFlow } from './browser-flow.ts';
import type { BegunSignOn } from './provider.ts';

/** A sign-on in progress: of an app, which gets the API key encrypted with its one-time pad, or of a browser. */
export type SignOn = BegunSignOn & ({ readonly otp: string } | { readonly browser: BrowserFlow });

export async function storeSignOn(tx: Tx, sealer: Sealer, state: string, begun: SignOn): Promise<void> {
  await tx.all(
    q.insertInto('sign_on').values({
      state_hash: hashOf(state),
      realm_id: tx.realmId,
      sealed: sealer.seal(JSON.stringify(begun)),
      expires_at: sql<Date>`now() + make_interval(mins => ${STATE_LIFETIME_MINUTES})`,
    }),
  );
}

/** Returns and deletes the sign-on of a state. */
export async function takeSignOn(tx: Tx, sealer: Sealer, state: string): Promise<SignOn | undefined> {
  const taken = await tx.first(
    q
      .deleteFrom('sign_on')
      .where('state_hash', '=', hashOf(state))
      .where('realm_id', '=', tx.realmId)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('sealed'),
  );
  return taken === undefined ? undefined : (JSON.parse(sealer.open(taken.sealed)) as SignOn);
}
