import { badRequest, notFound } from '../../engine/api-error.ts';
import { nextIn, q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Account } from '../../http/accounts.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { lockSelf } from '../users/lock-self.ts';
import { announceAdded, refuseExcess } from './added.ts';
import { secondStepFailed } from './errors.ts';
import { deleteCodes, replaceCodes } from './recovery-codes.ts';
import { setupDueOf } from './requirement.ts';
import { queueSecondStepEmail, type Mailing } from './notice-email.ts';
import { hasSecondStep, secondStepsOf, type SecondStepRow } from './rows.ts';
import { newSecret, otpauthUrl } from './totp.ts';
import { proveOwner, useCode, type GivenProof } from './use-code.ts';
import { endWaitingLogins } from './waiting-logins.ts';

type Owner = {
  readonly user: Pick<UserRow, 'id' | 'delivery_email'>;
  readonly realm: Pick<RealmRow, 'name'>;
  /** The session of the request; a log-in that sets the app up has none yet. */
  readonly credential?: { readonly id: number };
};

/** Makes a secret. One that was not confirmed before is replaced. */
export async function startAuthenticator(
  tx: Tx,
  world: World,
  owner: Owner,
  { name, ...proof }: GivenProof & { readonly name: string },
) {
  const { user, realm } = owner;
  await lockSelf(tx, owner);
  await proveOwner(tx, world, owner, proof);
  await refuseExcess(tx, user.id);
  await tx.all(ownSteps(tx, user.id).where('confirmed_at', 'is', null));
  const row = { realm_id: tx.realmId, id: await nextIn(tx, 'second_step_id') };
  const secret = newSecret();
  const sealed = world.sealer.seal(placeOf('second_step', row), secret);
  await tx.all(q.insertInto('second_step').values({ ...row, user_id: user.id, kind: 'totp', name, sealed }));
  return { id: row.id, secret, url: otpauthUrl(secret, realm.name, user.delivery_email) };
}

/** The app of a user that waits for its first code; there is one at most. */
export function startedAuthenticators(realmId: number, userId: number) {
  return q
    .selectFrom('second_step')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null);
}

/**
 * Log-ins ask for a code from here on. With the first app, sessions end that began without a code; returns recovery
 * codes for it.
 */
export async function confirmAuthenticator(
  tx: Tx,
  world: World,
  owner: Owner,
  { id, code }: { readonly id: number; readonly code: string },
): Promise<string[] | undefined> {
  const { user } = owner;
  await lockSelf(tx, owner);
  const started = await tx.first(startedAuthenticators(tx.realmId, user.id));
  if (started?.id !== id) throw noSuchStep(id);
  const isFirst = (await tx.first(secondStepsOf(tx.realmId, user.id))) === undefined;
  if (!(await useCode(tx, world, started, code))) throw secondStepFailed();
  await tx.all(
    q
      .updateTable('second_step')
      .set({ confirmed_at: new Date(world.clock.now()), last_used: null })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
  return announceAdded(tx, world, owner, { id, kind: started.kind, isFirst });
}

/** Removes a second step, after a proof with any of them. */
export async function removeSecondStep(
  tx: Tx,
  world: World,
  owner: Pick<Account, 'user' | 'realm' | 'credential'>,
  { second_step_id: id, ...proof }: GivenProof & { readonly second_step_id: number },
): Promise<void> {
  const { user, realm } = owner;
  await lockSelf(tx, owner);
  await proveOwner(tx, world, owner, proof);
  const removed = await tx.first(
    ownSteps(tx, user.id).where('id', '=', id).returning(['kind', 'confirmed_at']),
  );
  if (removed === undefined) throw noSuchStep(id);
  if (removed.confirmed_at === null) return;
  recordRemoval(tx, user.id, { id, kind: removed.kind });
  await queueSecondStepEmail(tx, world, user.id, removed.kind === 'passkey' ? 'passkey removed' : 'removed');
  if (await hasSecondStep(tx, tx.realmId, user.id)) return;
  if (setupDueOf(realm, user) !== undefined)
    throw badRequest('The organization requires a second step. Add another one before you remove this one.');
  await deleteCodes(tx, user.id);
}

/** Makes new recovery codes for a user with a second step. */
export async function renewRecoveryCodes(
  tx: Tx,
  world: World,
  owner: Owner,
  proof: GivenProof,
): Promise<string[]> {
  const { user } = owner;
  await lockSelf(tx, owner);
  if (!(await hasSecondStep(tx, tx.realmId, user.id)))
    throw badRequest('Add an authenticator app or a passkey first.');
  await proveOwner(tx, world, owner, proof);
  await queueSecondStepEmail(tx, world, user.id, 'codes replaced');
  return replaceCodes(tx, user.id);
}

/** Removes all second steps of a user who lost them, for the operator; returns how many. */
export async function removeAllSteps(tx: Tx, world: Mailing, userId: number): Promise<number> {
  const removed = await tx.all(
    ownSteps(tx, userId).where('confirmed_at', 'is not', null).returning(['id', 'kind']),
  );
  if (removed.length === 0) return 0;
  for (const step of removed) recordRemoval(tx, userId, step);
  await deleteCodes(tx, userId);
  await endWaitingLogins(tx, userId);
  await queueSecondStepEmail(tx, world, userId, 'removed by the operator');
  return removed.length;
}

function recordRemoval(tx: Tx, userId: number, { id, kind }: Pick<SecondStepRow, 'id' | 'kind'>): void {
  tx.record({
    action: 'second-step.removed',
    object: { type: 'user', id: userId },
    before: { second_step_id: id, second_step_kind: kind },
  });
}

function ownSteps(tx: Tx, userId: number) {
  return q.deleteFrom('second_step').where('realm_id', '=', tx.realmId).where('user_id', '=', userId);
}

function noSuchStep(id: number) {
  return notFound(`There is no second step ${id}.`);
}
