import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import type { IncomingMail, MailFile } from './incoming-mail.ts';

/** Texts are cut here; messages are far shorter. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_HTML_LENGTH = 200_000;

const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 1 };

/** Throws if the e-mail is nested too deeply or has too many headers. */
export async function parseMail(raw: Uint8Array): Promise<IncomingMail> {
  const email = await PostalMime.parse(raw, LIMITS);
  return {
    id: email.messageId || createHash('sha256').update(raw).digest('hex'),
    subject: email.subject ?? '',
    from: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    autoSubmitted: headerOf(email, 'auto-submitted').toLowerCase(),
    text: (email.text ?? '').slice(0, MAX_TEXT_LENGTH),
    html: (email.html ?? '').slice(0, MAX_HTML_LENGTH),
    files: filesOf(email),
  };
}

/** The value of a header without its parameters. */
function headerOf({ headers }: Email, name: string): string {
  const value = headers.find(({ key }) => key === name)?.value ?? '';
  return value.replace(/[;(].*$/s, '').trim();
}

/** Parts without a file name are formats of the text, such as an invitation to a meeting. */
function filesOf({ attachments }: Email): MailFile[] {
  return attachments.flatMap(({ filename, content }) =>
    filename === null || filename === '' || typeof content === 'string'
      ? []
      : [{ name: filename, content: new Uint8Array(content) }],
  );
}
