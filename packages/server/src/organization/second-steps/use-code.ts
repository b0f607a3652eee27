import type { UsedPasskey } from '@parley/contract/endpoints/passkeys.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import type { World } from '../../http/world.ts';
import type { StepOwner } from './added.ts';
import { secondStepFailed, secondStepRequired } from './errors.ts';
import { queueSecondStepEmail } from './notice-email.ts';
import { usePasskey, type PasskeyAnswer } from './passkeys/use-passkey.ts';
import { takeCode } from './recovery-codes.ts';
import { secondStepsOf, type SecondStepRow } from './rows.ts';
import { stepOf } from './totp.ts';

/** The second proof of a log-in, as the audit trail names it. */
export type SecondProof = 'totp' | 'passkey' | 'recovery code';

/** The proof that comes with a request: a code, or the answer of a passkey. */
export type GivenProof = {
  readonly code?: string | undefined;
  readonly passkey?: UsedPasskey | undefined;
};

type Checker = Pick<World, 'sealer' | 'clock' | 'mailer' | 'config'>;
type Proof = { readonly code?: string | undefined; readonly passkey?: PasskeyAnswer | undefined };

/** Uses a proof up; undefined for a user whose log-ins need none. Throws if the proof is missing or wrong. */
export async function proveSecondStep(
  tx: Tx,
  checker: Checker,
  userId: number,
  { code, passkey }: Proof,
): Promise<SecondProof | undefined> {
  const rows = await tx.all(secondStepsOf(tx.realmId, userId));
  if (rows.length === 0) return undefined;
  if (passkey !== undefined) {
    if ((await usePasskey(tx, checker, passkey, { userId })) === undefined) throw secondStepFailed();
    return 'passkey';
  }
  if (code === undefined) throw secondStepRequired();
  for (const row of rows) if (row.kind === 'totp' && (await useCode(tx, checker, row, code))) return 'totp';
  if (!(await takeCode(tx, userId, code))) throw secondStepFailed();
  await queueSecondStepEmail(tx, checker, userId, 'code used');
  return 'recovery code';
}

/**
 * Throws unless the user of a session proves a second step once more, so that a browser that was left open changes none.
 * A user without one has nothing to prove.
 */
export async function proveOwner(
  tx: Tx,
  checker: Checker,
  { user, credential }: StepOwner,
  { code, passkey }: GivenProof,
): Promise<void> {
  const answer =
    passkey === undefined || credential === undefined
      ? undefined
      : { used: passkey, binding: { to: 'proof', session: credential.id } as const };
  await proveSecondStep(tx, checker, user.id, { code, passkey: answer });
}

/** Accepts a code of an authenticator app unless it, or a later one, was accepted before. */
export async function useCode(
  tx: Tx,
  { sealer, clock }: Checker,
  row: SecondStepRow,
  code: string,
): Promise<boolean> {
  const now = clock.now();
  const step = stepOf(sealer.open(placeOf('second_step', row), row.sealed), code.replaceAll(/\s/g, ''), now);
  if (step === undefined) return false;
  const used = await tx.first(
    q
      .updateTable('second_step')
      .set({ last_step: step, last_used: new Date(now) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', row.id)
      .where('last_step', '<', step)
      .returning('id'),
  );
  return used !== undefined;
}
