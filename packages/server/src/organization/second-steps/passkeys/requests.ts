import type { PasskeyRequest } from '@parley/contract/endpoints/passkeys.ts';
import { badRequest } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import type { World } from '../../../http/world.ts';
import { secondStepExpired } from '../errors.ts';
import { findWaiting } from '../waiting-logins.ts';
import { requestOf } from './ceremony.ts';
import { newChallenge, type Binding } from './challenges.ts';
import { passkeysOf } from './rows.ts';

/** Options for a passkey of the user whose log-in waits. */
export async function requestForStep(world: World, realm: RealmRow, state: string): Promise<PasskeyRequest> {
  const waiting = await findWaiting(world, realm.id, state);
  if (waiting === undefined) throw secondStepExpired();
  return requestFor(world, realm, waiting.user.id, { to: 'second step', state });
}

/** Options for a passkey of a user. */
export async function requestFor(
  world: World,
  realm: RealmRow,
  userId: number,
  binding: Binding,
): Promise<PasskeyRequest> {
  const passkeys = await passkeysOf(world.pool, world, realm.id, userId);
  if (passkeys.length === 0) throw badRequest('This account has no passkey.');
  const challenge = await world.write(realm.id, (tx) => newChallenge(tx, world, binding));
  return requestOf(world, realm, challenge, passkeys);
}
