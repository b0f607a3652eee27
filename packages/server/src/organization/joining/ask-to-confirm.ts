import type { Words } from '@parley/contract/words/words.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { urlOf } from '../../engine/hosts.ts';
import { realmNameInEmail } from '../../http/mail/names-in-emails.ts';
import { paragraphs } from '../../http/mail/paragraphs.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import type { World } from '../../http/world.ts';
import { createConfirmation } from '../confirmations/confirmations.ts';
import { type InvitationRow, linkOf } from '../invitations/rows.ts';
import { storedAddress } from '../users/address.ts';

/**
 * Sends a confirmation e-mail to the address of a joining user. If the address already has an account, only the e-mail
 * says so, so that the page does not reveal which addresses have accounts.
 */
export async function askToConfirm(
  tx: Tx,
  world: World & { readonly words: Words },
  realm: RealmRow,
  given: string,
  invitation: InvitationRow | undefined,
): Promise<void> {
  const email = storedAddress(given);
  const known = await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  const home = urlOf(world.config.hosts, realm.subdomain);
  const name = realmNameInEmail(world.config, realm);
  const { t } = world.words;
  if (known !== undefined)
    return queueEmail(tx, world, 'sign-up', {
      to: email,
      subject: t('Your account at {name}', { name }),
      text: paragraphs(
        t('Hello,'),
        t(
          'somebody, probably you, wants to join {name} at {home} with this address. There is an account with it already: log in with it, or choose a new password at',
          { name, home },
        ),
        `${home}/reset-password`,
        t('If it was not you, ignore this e-mail.'),
      ),
    });
  const what = { kind: 'sign-up', email, invitation_id: invitation?.id ?? null } as const;
  const token = await createConfirmation(tx, what, world.clock.now());
  return queueEmail(tx, world, 'sign-up', {
    to: email,
    subject: t('Join {name}', { name }),
    text: paragraphs(
      t('Hello,'),
      t('follow this link to join {name}, a team chat at {home}', { name, home }),
      linkOf(world, realm, token),
      t('The link works once, for a day. If you did not ask for it, ignore this e-mail.'),
    ),
  });
}
