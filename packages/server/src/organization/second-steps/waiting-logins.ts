import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { hashOf, type Sealer } from '../../engine/secrets/seal.ts';
import { newState } from '../../http/oauth/state.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import type { LoginFactor } from '../credentials/login-factor.ts';

/** Time for a user to find the phone. */
const LIFETIME_MS = 10 * 60_000;

/** The way on after the second step: the log-in page, a browser after single sign-on, or an app with its one-time pad. */
export type Onward =
  | { readonly to: 'page' }
  | { readonly to: 'browser'; readonly next: string }
  | { readonly to: 'app'; readonly otp: string };

/** A log-in that waits for its second step. */
export type WaitingLogin = {
  /** The account as of the first step: a new password ends the log-in. */
  readonly user: Pick<UserRow, 'id' | 'password_hash' | 'delivery_email'>;
  readonly factor: LoginFactor;
  readonly onward: Onward;
  /** The user has no second step yet, and sets it up to log in. */
  readonly mustSetUp?: boolean;
};

/** Stores a log-in that passed the first step, and returns the state with which it continues, once. */
export async function holdLogin(
  world: Pick<World, 'sealer' | 'clock' | 'write'>,
  { realm_id, id, password_hash, delivery_email }: Pick<UserRow, 'realm_id'> & WaitingLogin['user'],
  how: Pick<WaitingLogin, 'factor' | 'onward' | 'mustSetUp'>,
): Promise<string> {
  const state = newState();
  const row = { realm_id, state_hash: hashOf(state) };
  const login: WaitingLogin = { user: { id, password_hash, delivery_email }, ...how };
  const sealed = world.sealer.seal(placeOf('waiting_login', row), JSON.stringify(login));
  const expires_at = new Date(world.clock.now() + LIFETIME_MS);
  await world.write(realm_id, (tx) =>
    tx.all(q.insertInto('waiting_login').values({ ...row, user_id: id, sealed, expires_at })),
  );
  return state;
}

/** The log-in of a state, which stays. */
export async function findWaiting(
  { pool, sealer, clock }: Pick<World, 'pool' | 'sealer' | 'clock'>,
  realmId: number,
  state: string,
): Promise<WaitingLogin | undefined> {
  const row = { realm_id: realmId, state_hash: hashOf(state) };
  const found = await pool.first(
    q
      .selectFrom('waiting_login')
      .select('sealed')
      .where('realm_id', '=', row.realm_id)
      .where('state_hash', '=', row.state_hash)
      .where('expires_at', '>', new Date(clock.now())),
  );
  return found === undefined ? undefined : open(sealer, row, found.sealed);
}

/** Uses a state up; of several concurrent requests one succeeds. */
export async function takeWaiting(
  tx: Tx,
  { sealer, clock }: Pick<World, 'sealer' | 'clock'>,
  state: string,
): Promise<WaitingLogin | undefined> {
  const row = { realm_id: tx.realmId, state_hash: hashOf(state) };
  const taken = await tx.first(
    q
      .deleteFrom('waiting_login')
      .where('realm_id', '=', row.realm_id)
      .where('state_hash', '=', row.state_hash)
      .where('expires_at', '>', new Date(clock.now()))
      .returning('sealed'),
  );
  return taken === undefined ? undefined : open(sealer, row, taken.sealed);
}

/** Ends what waits for a second step of a user. */
export async function endWaitingLogins(tx: Tx, userId: number): Promise<void> {
  await tx.all(
    q.deleteFrom('waiting_login').where('realm_id', '=', tx.realmId).where('user_id', '=', userId),
  );
}

function open(sealer: Sealer, row: { realm_id: number; state_hash: Buffer }, sealed: Buffer): WaitingLogin {
  return JSON.parse(sealer.open(placeOf('waiting_login', row), sealed)) as WaitingLogin;
}
