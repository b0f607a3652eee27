import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import type { World } from '../../http/world.ts';
import { secondStepFailed, secondStepRequired } from './errors.ts';
import { queueSecondStepEmail } from './notice-email.ts';
import { takeCode } from './recovery-codes.ts';
import { secondStepsOf, type SecondStepRow } from './rows.ts';
import { stepOf } from './totp.ts';

/** The second proof of a log-in, as the audit trail names it. */
export type SecondProof = 'totp' | 'recovery code';

type Checker = Pick<World, 'sealer' | 'clock' | 'mailer' | 'config'>;

/** Uses a code up; undefined for a user whose log-ins need none. Throws if the code is missing or wrong. */
export async function proveSecondStep(
  tx: Tx,
  checker: Checker,
  userId: number,
  code: string | undefined,
): Promise<SecondProof | undefined> {
  const rows = await tx.all(secondStepsOf(tx.realmId, userId));
  if (rows.length === 0) return undefined;
  if (code === undefined) throw secondStepRequired();
  for (const row of rows) if (await useCode(tx, checker, row, code)) return 'totp';
  if (!(await takeCode(tx, userId, code))) throw secondStepFailed();
  await queueSecondStepEmail(tx, checker, userId, 'code used');
  return 'recovery code';
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
