import { createHash } from 'node:crypto';
import PostalMime, { addressParser, type Email } from 'postal-mime';
import { checkMailSize } from './check-size.ts';
import type { IncomingMail, MailFile } from './incoming-mail.ts';

/** Texts are cut here; messages are far shorter. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_HTML_LENGTH = 200_000;

const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 1 };

/** Throws if the e-mail is nested too deeply, or has too many headers, too many parts or too much text. */
export async function parseMail(raw: Uint8Array): Promise<IncomingMail> {
  checkMailSize(raw);
  const email = await PostalMime.parse(raw, LIMITS);
  return {
    id: email.messageId || createHash('sha256').update(raw).digest('hex'),
    subject: email.subject ?? '',
    from: authorOf(email),
    authenticationResults: headersOf(email, 'authentication-results'),
    autoSubmitted: headerOf(email, 'auto-submitted').toLowerCase(),
    text: (email.text ?? '').slice(0, MAX_TEXT_LENGTH),
    html: (email.html ?? '').slice(0, MAX_HTML_LENGTH),
    files: filesOf(email),
  };
}

function authorOf(email: Email): IncomingMail['from'] {
  const authors = headersOf(email, 'from').flatMap((from) => addressParser(from));
  const { name = '', address = '' } = email.from ?? {};
  return { name, address: authors.length === 1 ? address : '' };
}

function headersOf({ headers }: Email, name: string): string[] {
  return headers.filter(({ key }) => key === name).map(({ value }) => value);
}

/** The value of a header without its parameters. */
function headerOf(email: Email, name: string): string {
  const [value = ''] = headersOf(email, name);
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
