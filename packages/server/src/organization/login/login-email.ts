import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { dateLocaleOf } from '../../engine/words/server-words.ts';
import { urlOf } from '../../engine/hosts.ts';
import { paragraphs } from '../../http/mail/paragraphs.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import { realmNameInEmail } from '../../http/mail/names-in-emails.ts';
import { wordsOfUser } from '../../http/words-of-user.ts';
import type { World } from '../../http/world.ts';
import { unsubscribeUrlOf } from '../../chat/notifications/unsubscribe/link.ts';
import type { CredentialHolder } from '../credentials/begin.ts';
import { settingsOf } from '../settings/user-settings.ts';

/** The log-in that creates an account is no news to its user. */
const NEW_ACCOUNT_MS = 60_000;

/** Tells a user by e-mail that a browser or program has logged in, unless the user has switched this off. */
export async function queueLoginEmail(
  tx: Tx,
  world: Pick<World, 'mailer' | 'config' | 'sealer' | 'clock'>,
  userId: number,
  { name, address }: CredentialHolder,
): Promise<void> {
  if (world.mailer === undefined) return;
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (user === undefined || realm === undefined || !settingsOf(user).enable_login_emails) return;
  const now = world.clock.now();
  if (now - user.date_joined.getTime() < NEW_ACCOUNT_MS) return;
  const words = wordsOfUser(user);
  const { t } = words;
  const time = new Intl.DateTimeFormat(dateLocaleOf(words), {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: user.timezone === '' ? 'UTC' : user.timezone,
  }).format(now);
  const unsubscribeUrl = unsubscribeUrlOf(world, realm, user.id, 'login');
  await queueEmail(tx, world, 'login', {
    to: user.delivery_email,
    toName: user.full_name,
    fromName: t('Parley account security'),
    subject: t('New log-in to {name}', { name: realmNameInEmail(world.config, realm) }),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    text: paragraphs(
      t('Hello,'),
      t('your account {email} at {home} was used to log in.', {
        email: user.delivery_email,
        home: urlOf(world.config.hosts, realm.subdomain),
      }),
      [
        t('Time: {time}', { time }),
        t('Program: {name}', { name }),
        t('Address: {address}', { address: address ?? t('unknown') }),
      ].join('\n'),
      t('If it was not you, end the session in the settings of your account and choose a new password.'),
      t('Stop these e-mails: {url}', { url: unsubscribeUrl }),
    ),
  });
}
