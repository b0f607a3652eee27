import { randomBytes } from 'node:crypto';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { hashOf, type Sealer } from '../secrets/seal.ts';
import type { Begun } from './provider.ts';

/** What a client asked for when it sent its browser: the key comes back hidden by its one-time pad. */
export type SignOn = Begun & { readonly otp: string };

const LIFE_MINUTES = 10;

export const newState = (): string => randomBytes(32).toString('base64url');

export const storeSignOn = async (tx: Tx, sealer: Sealer, state: string, begun: SignOn): Promise<void> => {
  await tx.all(
    q.insertInto('sign_on').values({
      state_hash: hashOf(state),
      realm_id: tx.realmId,
      sealed: sealer.seal(JSON.stringify(begun)),
      expires_at: sql<Date>`now() + make_interval(mins => ${LIFE_MINUTES})`,
    }),
  );
};

/** The organization where a state was made: a browser comes back to the root and must find it. */
export const homeOfState = async (reader: Reader, state: string): Promise<string | undefined> => {
  const row = await reader.first(
    q
      .selectFrom('sign_on as begun')
      .innerJoin('realm', 'realm.id', 'begun.realm_id')
      .select('realm.subdomain')
      .where('begun.state_hash', '=', hashOf(state)),
  );
  return row?.subdomain;
};

/** What belongs to a state, once. */
export const takeSignOn = async (tx: Tx, sealer: Sealer, state: string): Promise<SignOn | undefined> => {
  const taken = await tx.first(
    q
      .deleteFrom('sign_on')
      .where('state_hash', '=', hashOf(state))
      .where('realm_id', '=', tx.realmId)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('sealed'),
  );
  return taken === undefined ? undefined : (JSON.parse(sealer.open(taken.sealed)) as SignOn);
};
