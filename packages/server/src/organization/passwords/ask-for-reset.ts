import type { Words } from '@parley/contract/words/words.ts';
import { createConfirmation } from '../confirmations/confirmations.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { urlOf } from '../../engine/hosts.ts';
import { realmNameInEmail } from '../../http/mail/names-in-emails.ts';
import { paragraphs } from '../../http/mail/paragraphs.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import type { UserRow } from '../../http/actor.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { wordsOfUser } from '../../http/words-of-user.ts';
import type { World } from '../../http/world.ts';

/** Creates a password-reset link, which works once. */
export async function createResetLink(
  tx: Tx,
  { config, clock }: Pick<World, 'config' | 'clock'>,
  realm: RealmRow,
  user: Pick<UserRow, 'id' | 'delivery_email'>,
): Promise<string> {
  const what = { kind: 'password', email: user.delivery_email, user_id: user.id } as const;
  tx.record({ action: 'password.reset-requested', object: { type: 'user', id: user.id } });
  const token = await createConfirmation(tx, what, clock.now());
  return `${urlOf(config.hosts, realm.subdomain)}/reset-password/${token}`;
}

/** Sends an e-mail to every address, so that the page does not reveal which addresses have accounts. */
export async function askForReset(
  tx: Tx,
  world: World,
  realm: RealmRow,
  email: string,
  words: Words,
): Promise<void> {
  const user = await tx.first(
    q
      .selectFrom('realm_user')
      .select(['id', 'delivery_email', 'settings'])
      .where('realm_id', '=', tx.realmId)
      .where('bot_type', 'is', null)
      .where('is_active', '=', true)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  const home = urlOf(world.config.hosts, realm.subdomain);
  const name = realmNameInEmail(world.config, realm);
  const { t } = user === undefined ? words : wordsOfUser(user);
  const link = user === undefined ? undefined : await createResetLink(tx, world, realm, user);
  await queueEmail(tx, world, 'password', {
    to: user?.delivery_email ?? email,
    subject: t('A new password for {name}', { name }),
    text: paragraphs(
      t('Hello,'),
      t('somebody, probably you, asked for a new password at {name}.', { name }),
      ...(link === undefined
        ? [
            t('There is no account with this address at {home}. Perhaps you use another one.', { home }),
            t('If it was not you, ignore this e-mail.'),
          ]
        : [
            t('Follow this link to choose it:'),
            link,
            t('The link works once, for a day. If it was not you, ignore this e-mail.'),
          ]),
    ),
  });
}
