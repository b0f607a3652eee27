import type { RealmRow } from '../../engine/db/realm.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { World } from '../../http/world.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { confirmAuthenticator, startAuthenticator, startedAuthenticators } from './authenticators.ts';
import { secondStepExpired, secondStepFailed } from './errors.ts';
import { logInWithCode, type Proven } from './finish-log-in.ts';
import { hasSecondStep } from './rows.ts';
import { lockSelf } from '../users/lock-self.ts';
import { findWaiting, takeWaiting, type WaitingLogin } from './waiting-logins.ts';

/** Makes the secret of the authenticator app that a log-in must set up. */
export async function startSetUp(world: World, realm: RealmRow, state: string) {
  const { user } = await accessWaiting(world, realm, state);
  return world.write(realm.id, async (tx) => {
    await refuseSecond(tx, user.id);
    return startAuthenticator(tx, world, { user, realm }, { name: 'Authenticator app' });
  });
}

/** The secret that was made before, for a page that asks once more for the code. */
export async function secretOfSetUp(world: World, realm: RealmRow, state: string): Promise<string> {
  const { user } = await accessWaiting(world, realm, state);
  const row = await world.pool.first(startedAuthenticators(realm.id, user.id));
  if (row === undefined) throw secondStepExpired();
  return world.sealer.open(placeOf('second_step', row), row.sealed);
}

/** Confirms the app by its first code, and begins what the log-in leads to. A wrong code leaves the state. */
export async function finishSetUp<T>(
  world: World,
  address: string,
  realm: RealmRow,
  { state, code }: { readonly state: string; readonly code: string },
  begin: (tx: Tx, login: Proven) => Promise<T>,
): Promise<{ readonly codes: readonly string[]; readonly begun: T }> {
  const { user, factor } = await accessWaiting(world, realm, state);
  const attempt = { world, address, realm, userId: user.id };
  return logInWithCode(attempt, factor, () =>
    world.write(realm.id, async (tx) => {
      const login = await takeWaiting(tx, world, state);
      if (login === undefined) throw secondStepExpired();
      await refuseSecond(tx, user.id);
      const started = await tx.first(startedAuthenticators(tx.realmId, user.id));
      if (started === undefined) throw secondStepFailed();
      const codes = await confirmAuthenticator(tx, world, { user, realm }, { id: started.id, code });
      return { codes: codes ?? [], begun: await begin(tx, { ...login, secondStep: 'totp' }) };
    }),
  );
}

async function accessWaiting(world: World, realm: RealmRow, state: string): Promise<WaitingLogin> {
  const waiting = await findWaiting(world, realm.id, state);
  if (waiting?.mustSetUp !== true) throw secondStepExpired();
  return waiting;
}

/** A log-in of a user who has a second step by now must pass that one: it adds no other. */
async function refuseSecond(tx: Tx, userId: number): Promise<void> {
  await lockSelf(tx, { user: { id: userId } });
  if (await hasSecondStep(tx, tx.realmId, userId)) throw secondStepExpired();
}
