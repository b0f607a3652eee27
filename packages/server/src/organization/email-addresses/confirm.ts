import { takeConfirmation } from '../confirmations/confirmations.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { realmNameInEmail } from '../../http/mail/names-in-emails.ts';
import { paragraphs } from '../../http/mail/paragraphs.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import { changeEmail } from '../users/change-email.ts';
import { lockAccounts } from '../users/last-owner.ts';
import { refuseEmailChange } from '@parley/contract/rights/account-rights.ts';
import { realmOf } from '../users/queries.ts';
import { badRequest, notFound, type ApiError } from '../../engine/api-error.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { wordsOfUser } from '../../http/words-of-user.ts';
import type { World } from '../../http/world.ts';

/** Changes the user's e-mail address to the confirmed one and notifies the old address. */
export async function confirmAddress(tx: Tx, world: World, token: string): Promise<void> {
  await lockAccounts(tx);
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
  const refusal = refuseEmailChange(user, realmSettingsOf(realm));
  if (refusal !== undefined) throw badRequest(refusal.reason);
  await changeEmail(tx, world, realm, user, confirmed.email);
  // Links sent to the old address must not work any more.
  await tx.all(
    q.deleteFrom('confirmation').where('realm_id', '=', tx.realmId).where('user_id', '=', user.id),
  );
  const name = realmNameInEmail(world.config, realm);
  const { t } = wordsOfUser(user);
  await queueEmail(tx, world, 'address', {
    to: user.delivery_email,
    subject: t('Your address at {name} was changed', { name }),
    text: paragraphs(
      t('Hello,'),
      t(
        'your account at {name} now has the address {email}. If that was not you, tell an administrator of the organization.',
        { name, email: confirmed.email },
      ),
    ),
  });
}

export function noSuchChange(): ApiError {
  return notFound('This link was already used or has expired. Request the change of address again.');
}
