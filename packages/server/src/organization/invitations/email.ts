import { urlOf } from '../../engine/hosts.ts';
import type { Email } from '../../engine/mail/email.ts';
import type { Actor } from '../../http/actor.ts';
import { realmNameInEmail, userNameInEmail } from '../../http/mail/names-in-emails.ts';
import type { World } from '../../http/world.ts';
import { linkOf } from './rows.ts';

/** The e-mail that invites a user. */
export function invitationEmail(
  { config }: Pick<World, 'config'>,
  { realm, user }: Actor,
  { email, token, expires_at }: { email: string; token: string; expires_at: Date | null },
): Email {
  const inviter = userNameInEmail(user);
  const name = realmNameInEmail(config, realm);
  return {
    to: email,
    subject: `${inviter} invites you to ${name}`,
    text: `Hello,

${inviter} invites you to join ${name}, a team chat at ${urlOf(config.hosts, realm.subdomain)}

Follow this link to choose your name and a password:

${linkOf({ config }, realm, token)}

The link works once${expires_at === null ? '' : `, until ${momentOf(expires_at)}`}. If you do not want to join, ignore this e-mail.
`,
  };
}

/** Formats a time in UTC, since the recipient's time zone is unknown. */
function momentOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
