import { takeConfirmation } from '../confirmations/confirmations.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import { changeEmail } from '../users/change-email.ts';
import { lockOwnership } from '../users/last-owner.ts';
import { isAdministrator } from '../../http/actor.ts';
import { realmOf } from '../users/queries.ts';
import { badRequest, notFound, type ApiError } from '../../engine/api-error.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import type { World } from '../../http/world.ts';

/** Gives somebody the address whose mailbox they have shown to be theirs; the old one hears of it. */
export async function confirmAddress(tx: Tx, world: World, token: string): Promise<void> {
  await lockOwnership(tx);
  const realm = await realmOf(tx);
  const confirmed = await takeConfirmation(tx, 'address', token, world.clock.now());
  if (confirmed?.user_id == null) throw noSuchChange();
  const user = await tx.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', confirmed.user_id)
      .where('is_active', '=', true)
      .forUpdate(),
  );
  if (user === undefined) throw noSuchChange();
  if (realmSettingsOf(realm).email_changes_disabled && !isAdministrator(user))
    throw badRequest('Addresses cannot be changed in this organization.');
  await changeEmail(tx, world, realm, user, confirmed.email);
  // Links that were sent to the old address open nothing any more.
  await tx.all(
    q.deleteFrom('confirmation').where('realm_id', '=', tx.realmId).where('user_id', '=', user.id),
  );
  await queueEmail(tx, world, 'address', {
    to: user.delivery_email,
    subject: `Your address at ${realm.name} was changed`,
    text: `Hello,

your account at ${realm.name} now has the address ${confirmed.email}. If that was not you, tell an administrator of
the organization.
`,
  });
}

export function noSuchChange(): ApiError {
  return notFound('This link has been used or is too old. Change the address once more.');
}
