import { takeConfirmation } from '../confirmations/confirmations.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { forgetAttempts } from '../login/attempts.ts';
import { notFound, type Problem } from '../problem.ts';

/** Gives somebody the password that was chosen after a letter, and ends all other links to choose one. */
export const resetPassword = async (tx: Tx, token: string, hash: string, now: number): Promise<void> => {
  const confirmed = await takeConfirmation(tx, 'password', token, now);
  if (confirmed?.person_id == null) throw noSuchReset();
  const person = await tx.first(
    q
      .updateTable('person')
      .set({ password_hash: hash })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', confirmed.person_id)
      .where('is_active', '=', true)
      .where('delivery_email', '=', confirmed.email)
      .returning(['id', 'delivery_email']),
  );
  if (person === undefined) throw noSuchReset();
  await tx.all(
    q
      .deleteFrom('confirmation')
      .where('realm_id', '=', tx.realmId)
      .where('kind', '=', 'password')
      .where('person_id', '=', person.id),
  );
  await forgetAttempts(tx, tx.realmId, person.delivery_email);
};

export const noSuchReset = (): Problem =>
  notFound('This link has been used or is too old. Ask for a new one.');
