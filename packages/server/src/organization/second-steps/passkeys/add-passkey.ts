import type { CreatedPasskey, PasskeyCreation } from '@parley/contract/endpoints/passkeys.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { nextIn, q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { placeOf } from '../../../engine/secrets/places.ts';
import { hashOf } from '../../../engine/secrets/seal.ts';
import type { Account } from '../../../http/accounts.ts';
import type { World } from '../../../http/world.ts';
import { lockSelf } from '../../users/lock-self.ts';
import { announceAdded, refuseExcess } from '../added.ts';
import { secondStepFailed } from '../errors.ts';
import { secondStepsOf } from '../rows.ts';
import { proveOwner, type GivenProof } from '../use-code.ts';
import { creationOf, verifyCreated } from './ceremony.ts';
import { newChallenge, takeChallenge } from './challenges.ts';
import { passkeyOfId, passkeysOf } from './rows.ts';

type Owner = Pick<Account, 'user' | 'realm' | 'credential'>;

/** The options with which a browser makes a passkey. */
export async function startPasskey(
  tx: Tx,
  world: World,
  owner: Owner,
  proof: GivenProof,
): Promise<PasskeyCreation> {
  const { user, realm, credential } = owner;
  await lockSelf(tx, owner);
  await proveOwner(tx, world, owner, proof);
  await refuseExcess(tx, user.id);
  const challenge = await newChallenge(tx, world, { to: 'addition', session: credential.id });
  return creationOf(world, realm, user, challenge, await passkeysOf(tx, world, realm.id, user.id));
}

/** Adds the passkey that a browser has made; returns recovery codes with the first second step. */
export async function addPasskey(
  tx: Tx,
  world: World,
  owner: Owner,
  { name, passkey: created }: { readonly name: string; readonly passkey: CreatedPasskey },
): Promise<{ readonly id: number; readonly recovery_codes: string[] | null }> {
  const { user, realm, credential } = owner;
  await lockSelf(tx, owner);
  const challenge = await takeChallenge(tx, world, { to: 'addition', session: credential.id });
  if (challenge === undefined) throw secondStepFailed();
  const made = await verifyCreated(world, realm, challenge, created);
  if (made === undefined) throw secondStepFailed();
  if ((await tx.first(passkeyOfId(tx.realmId, made.passkey.id))) !== undefined)
    throw badRequest('This passkey was added before.');
  const isFirst = (await tx.first(secondStepsOf(tx.realmId, user.id))) === undefined;
  const row = { realm_id: tx.realmId, id: await nextIn(tx, 'second_step_id') };
  await tx.all(
    q.insertInto('second_step').values({
      ...row,
      user_id: user.id,
      kind: 'passkey',
      name,
      sealed: world.sealer.seal(placeOf('second_step', row), JSON.stringify(made.passkey)),
      passkey_hash: hashOf(made.passkey.id),
      last_step: made.counter,
      confirmed_at: new Date(world.clock.now()),
    }),
  );
  const step = { id: row.id, kind: 'passkey', isFirst } as const;
  return { id: row.id, recovery_codes: (await announceAdded(tx, world, owner, step)) ?? null };
}
