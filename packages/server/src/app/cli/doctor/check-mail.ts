import type { Config } from '../../../engine/config.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { createMailer } from '../../../engine/mail/create-mailer.ts';
import { reasonOf } from '../explain.ts';
import { bad, good, type Finding } from './finding.ts';

/** Whether the mail server lets us in. */
export async function checkMail({ mail }: Config): Promise<Finding> {
  const mailer = createMailer(mail);
  if (mail === undefined || mailer === undefined)
    return good('mail', 'none: invitations are links that somebody passes on');
  const { protocol, host } = new URL(mail.url);
  try {
    await mailer.greet();
    return good('mail', `${protocol}//${host}, from ${mail.from}`);
  } catch (error) {
    return bad(
      'mail',
      `${protocol}//${host}: ${reasonOf(error)}`,
      'Correct PARLEY_SMTP_URL, or start the mail server; letters wait for a day.',
    );
  } finally {
    mailer.close();
  }
}

/** Letters that have waited so long are a reason to look. */
const WORRY_MINUTES = 30;

export async function checkOutbox(reader: Reader): Promise<Finding> {
  const late = await reader.first(
    sql<{ count: number; reason: string | null }>`
      select count(*) as count, max(last_error) as reason from mail
      where created_at < now() - make_interval(mins => ${WORRY_MINUTES})`,
  );
  return late === undefined || late.count === 0
    ? good('outbox', 'no letter waits for long')
    : bad(
        'outbox',
        `${late.count} letters wait for more than ${WORRY_MINUTES} minutes`,
        `The mail server says: ${late.reason ?? 'nothing; is a server running?'}`,
      );
}
