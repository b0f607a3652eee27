import { takeConfirmation } from '../confirmations/confirmations.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { clearAttempts } from '../login/attempts.ts';
import { endCredentialsOf } from '../credentials/end.ts';
import { notFound, type ApiError } from '../../engine/api-error.ts';

/** Sets the new password, and ends all credentials of the user and the user's other links. */
export async function resetPassword(tx: Tx, token: string, hash: string, now: number): Promise<void> {
  const confirmed = await takeConfirmation(tx, 'password', token, now);
  if (confirmed?.user_id == null) throw noSuchReset();
  const user = await tx.first(
    q
      .updateTable('realm_user')
      .set({ password_hash: hash })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', confirmed.user_id)
      .where('is_active', '=', true)
      .where('delivery_email', '=', confirmed.email)
      .returning(['id', 'delivery_email']),
  );
  if (user === undefined) throw noSuchReset();
  tx.record({ action: 'password.changed', object: { type: 'user', id: user.id }, actor: { id: user.id } });
  await endCredentialsOf(tx, user.id);
  await clearAttempts(tx, tx.realmId, user.delivery_email);
}

export function noSuchReset(): ApiError {
  return notFound('This link was already used or has expired. Ask for a new one.');
}
