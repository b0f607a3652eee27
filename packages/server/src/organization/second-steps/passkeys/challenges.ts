import { randomBytes } from 'node:crypto';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { hashOf } from '../../../engine/secrets/seal.ts';
import type { World } from '../../../http/world.ts';

/** Time for a user to find the passkey, and of a challenge. */
export const PASSKEY_MS = 5 * 60_000;

/** The request of a user that a challenge is for. Its answer is refused everywhere else. */
export type Binding =
  | { readonly to: 'log-in' | 'second step'; readonly state: string }
  | { readonly to: 'addition' | 'proof'; readonly session: number };

/** Makes the challenge of a request, instead of an earlier one. */
export async function newChallenge(
  tx: Tx,
  { clock }: Pick<World, 'clock'>,
  binding: Binding,
): Promise<string> {
  const values = {
    challenge: randomBytes(32).toString('base64url'),
    expires_at: new Date(clock.now() + PASSKEY_MS),
  };
  await tx.all(
    q
      .insertInto('passkey_challenge')
      .values({ realm_id: tx.realmId, binding_hash: hashIn(binding), ...values })
      .onConflict((conflict) => conflict.columns(['realm_id', 'binding_hash']).doUpdateSet(values)),
  );
  return values.challenge;
}

/** Uses the challenge of a request up; undefined without one. */
export async function takeChallenge(
  tx: Tx,
  { clock }: Pick<World, 'clock'>,
  binding: Binding,
): Promise<string | undefined> {
  const taken = await tx.first(
    q
      .deleteFrom('passkey_challenge')
      .where('realm_id', '=', tx.realmId)
      .where('binding_hash', '=', hashIn(binding))
      .where('expires_at', '>', new Date(clock.now()))
      .returning('challenge'),
  );
  return taken?.challenge;
}

function hashIn(binding: Binding): Buffer {
  return hashOf(`${binding.to} ${'state' in binding ? binding.state : binding.session}`);
}
