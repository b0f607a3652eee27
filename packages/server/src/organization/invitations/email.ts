import { urlOf } from '../../engine/hosts.ts';
import type { Email } from '../../engine/mail/email.ts';
import type { Actor } from '../../http/actor.ts';
import { wordsOf } from '../../engine/words/server-words.ts';
import { paragraphs } from '../../http/mail/paragraphs.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { realmNameInEmail, userNameInEmail } from '../../http/mail/names-in-emails.ts';
import type { World } from '../../http/world.ts';
import { linkOf } from './rows.ts';

/** The e-mail that invites a user, in the language of the organization. */
export function invitationEmail(
  { config }: Pick<World, 'config'>,
  { realm, user }: Actor,
  { email, token, expires_at }: { email: string; token: string; expires_at: Date | null },
): Email {
  const { t } = wordsOf(realmSettingsOf(realm).default_language);
  const inviter = userNameInEmail(user) ?? t('A user');
  const name = realmNameInEmail(config, realm);
  return {
    to: email,
    subject: t('{inviter} invites you to {name}', { inviter, name }),
    text: paragraphs(
      t('Hello,'),
      t('{inviter} invites you to join {name}, a team chat at {home}', {
        inviter,
        name,
        home: urlOf(config.hosts, realm.subdomain),
      }),
      t('Follow this link to choose your name and a password:'),
      linkOf({ config }, realm, token),
      expires_at === null
        ? t('The link works once. If you do not want to join, ignore this e-mail.')
        : t('The link works once, until {time}. If you do not want to join, ignore this e-mail.', {
            time: momentOf(expires_at),
          }),
    ),
  };
}

/** Formats a time in UTC, since the recipient's time zone is unknown. */
function momentOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
