import type { Config } from '../../engine/config.ts';
import { dmarcPasses } from '../../engine/mail/incoming/authentication-results.ts';
import { MailRefusedError, type IncomingMail } from '../../engine/mail/incoming/incoming-mail.ts';
import type { UserRow } from '../../http/actor.ts';

/**
 * Refuses a reply that the user has not sent. The address of a notification may be in other hands, because notifications
 * are forwarded and archived. An author alone is easily forged, so the mail server of the operator can confirm it.
 */
export function checkSender(
  { mailGateway }: Pick<Config, 'mailGateway'>,
  { delivery_email }: Pick<UserRow, 'delivery_email'>,
  { from, authenticationResults }: Pick<IncomingMail, 'from' | 'authenticationResults'>,
): void {
  const address = delivery_email.toLowerCase();
  if (from.address.toLowerCase() !== address)
    throw new MailRefusedError(550, 'A reply must come from the e-mail address of the account.');
  const authservId = mailGateway?.authservId;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (authservId !== undefined && !dmarcPasses(authenticationResults, authservId, domain))
    throw new MailRefusedError(550, 'The e-mail cannot be shown to come from its author (DMARC).');
}
