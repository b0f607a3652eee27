import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { PersonRow } from '../people/person.ts';
import { LIFE_MINUTES } from '../oauth/state.ts';
import { hashOf, type Sealer } from '../secrets/seal.ts';
import { PROVIDER } from './provider.ts';

type AuthorizationRow = Selectable<Schema['call_authorization']>;

/** Remembers that a person's browser was sent to the provider. */
export const storeAuthorization = async (
  tx: Tx,
  sealer: Sealer,
  person: PersonRow,
  { state, verifier }: { state: string; verifier: string },
): Promise<void> => {
  await tx.all(
    q.insertInto('call_authorization').values({
      state_hash: hashOf(state),
      realm_id: tx.realmId,
      person_id: person.id,
      provider: PROVIDER,
      sealed: sealer.seal(verifier),
      expires_at: sql<Date>`now() + make_interval(mins => ${LIFE_MINUTES})`,
    }),
  );
};

/** The verifier that belongs to a state, once, and only for the person whose state it is. */
export const takeVerifier = async (
  tx: Tx,
  sealer: Sealer,
  person: PersonRow,
  state: string,
): Promise<string | undefined> => {
  const taken: Pick<AuthorizationRow, 'sealed'> | undefined = await tx.first(
    q
      .deleteFrom('call_authorization')
      .where('state_hash', '=', hashOf(state))
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('sealed'),
  );
  return taken === undefined ? undefined : sealer.open(taken.sealed);
};
