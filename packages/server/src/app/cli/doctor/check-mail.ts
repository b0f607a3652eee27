import type { Config } from '../../../engine/config.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { createMailer } from '../../../engine/mail/create-mailer.ts';
import { reasonOf } from '../explain.ts';
import { failed, passed, type CheckResult } from './check-result.ts';

/** Connects to the mail server and logs in, without sending an e-mail. */
export async function checkMail({ mail }: Config): Promise<CheckResult> {
  const mailer = createMailer(mail);
  if (mail === undefined || mailer === undefined)
    return passed('mail', 'not configured; invitations are links to pass on');
  const { protocol, host } = new URL(mail.url);
  try {
    await mailer.verify();
    return passed('mail', `${protocol}//${host}, from ${mail.from}`);
  } catch (error) {
    return failed(
      'mail',
      `${protocol}//${host}: ${reasonOf(error)}`,
      'Correct PARLEY_SMTP_URL, or start the mail server; unsent e-mail is kept for a day.',
    );
  } finally {
    mailer.close();
  }
}

const MAX_WAIT_MINUTES = 30;

export async function checkOutbox(reader: Reader): Promise<CheckResult> {
  const late = await reader.first(
    sql<{ count: number; reason: string | null }>`
      select count(*) as count, max(last_error) as reason from mail
      where created_at < now() - make_interval(mins => ${MAX_WAIT_MINUTES})`,
  );
  return late === undefined || late.count === 0
    ? passed('outbox', `no e-mail has been waiting for more than ${MAX_WAIT_MINUTES} minutes`)
    : failed(
        'outbox',
        `${late.count} e-mails have been waiting for more than ${MAX_WAIT_MINUTES} minutes`,
        late.reason === null ? 'Check that the server is running.' : `Last error: ${late.reason}`,
      );
}
