import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { urlOf } from '../../engine/hosts.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';
import { realmNameInEmail } from '../../http/mail/names-in-emails.ts';
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
  { name, address = 'unknown' }: CredentialHolder,
): Promise<void> {
  if (world.mailer === undefined) return;
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (user === undefined || realm === undefined || !settingsOf(user).enable_login_emails) return;
  const now = world.clock.now();
  if (now - user.date_joined.getTime() < NEW_ACCOUNT_MS) return;
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: user.timezone === '' ? 'UTC' : user.timezone,
  }).format(now);
  const unsubscribeUrl = unsubscribeUrlOf(world, realm, user.id, 'login');
  await queueEmail(tx, world, 'login', {
    to: user.delivery_email,
    toName: user.full_name,
    fromName: 'Parley account security',
    subject: `New log-in to ${realmNameInEmail(world.config, realm)}`,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    text: `Hello,

your account ${user.delivery_email} at ${urlOf(world.config.hosts, realm.subdomain)} was used to log in.

Time: ${time}
Program: ${name}
Address: ${address}

If it was not you, end the session in the settings of your account and choose a new password.

Stop these e-mails: ${unsubscribeUrl}
`,
  });
}
