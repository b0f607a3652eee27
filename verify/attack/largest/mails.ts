import { sendRawMail } from '@parley/test-support/smtp-client.ts';
import type { Send } from '../client.ts';
import { fills } from './fills.ts';
import type { LargestTarget } from './operations.ts';
import { cutToBytes, type BuiltRequest } from './request.ts';

/** Text of an e-mail that the gateway reads, less its head. */
const MAX_MAIL_TEXT_BYTES = 1_000_000 - 10_000;
const MAX_MAIL_HEADER_BYTES = 60_000;
/** Each takes up to seconds of a thread, so the parts take turns with the repetitions. */
const EVERY = 4;
const BOUNDARY = 'parley-part';
/** The path that stands for the mail gateway. */
const GATEWAY_PATH = 'smtp:';

type Mail = { readonly max: number; readonly of: (text: string) => string };

/** Parts of an e-mail that the gateway reads. */
const PARTS: Readonly<Record<string, Mail>> = {
  subject: header('Subject'),
  author: { max: MAX_MAIL_HEADER_BYTES, of: (text) => mail(`From: "${oneLine(text)}" <a@b.test>\r\n`, 'x') },
  'content type': header('Content-Type'),
  'authentication results': header('Authentication-Results'),
  references: header('In-Reply-To'),
  text: body((text) => mail('', text)),
  'flowed text': body((text) => mail('Content-Type: text/plain; format=flowed\r\n', text)),
  HTML: body((text) => mail('Content-Type: text/html\r\n', text)),
  'quoted text': body((text) => mail('Content-Transfer-Encoding: quoted-printable\r\n', text)),
  'name of a file': {
    max: MAX_MAIL_HEADER_BYTES,
    of: (text) =>
      mail(
        `Content-Type: multipart/mixed; boundary=${BOUNDARY}\r\n`,
        `--${BOUNDARY}\r\nContent-Disposition: attachment; filename="${oneLine(text)}"\r\n\r\nx\r\n--${BOUNDARY}--`,
      ),
  },
};

/** Every part of an e-mail to a channel. */
export function mailTargets(): LargestTarget[] {
  return Object.entries(PARTS).map(([name, { max, of }], n) => ({
    name,
    requests: () =>
      fills
        .filter((_fill, m) => (n + m) % EVERY === 0)
        .map((fill) => ({
          target: `mail: ${name}`,
          what: `${fill.name}, ${max}`,
          build: (): BuiltRequest => ({
            path: GATEWAY_PATH,
            call: { body: of(cutToBytes(fill.text(max).replaceAll('\n', '\r\n'), max)) },
          }),
        })),
  }));
}

/** Sends requests, and e-mails to the address of a channel. */
export function withMails(send: Send, port: number, address: string): Send {
  return async (path, call) => {
    if (path !== GATEWAY_PATH) return send(path, call);
    const { status, text } = await sendRawMail(port, address, String(call?.body)).catch(() => UNANSWERED);
    return { status: HTTP_STATUSES[Math.floor(status / 100)] ?? 0, text, headers: {}, json: {} };
  };
}

const UNANSWERED = { status: 0, text: '' };
/** Of the classes of SMTP: taken, refused for now, refused. */
const HTTP_STATUSES: Readonly<Record<number, number>> = { 2: 200, 4: 503, 5: 400 };

function header(name: string): Mail {
  return { max: MAX_MAIL_HEADER_BYTES, of: (text) => mail(`${name}: ${oneLine(text)}\r\n`, 'x') };
}

function body(of: (text: string) => string): Mail {
  return { max: MAX_MAIL_TEXT_BYTES, of };
}

function mail(head: string, text: string): string {
  const dotted = text.replaceAll(/^\./gm, '..');
  return `From: a@b.test\r\nTo: x@in.parley.test\r\nMessage-ID: <${crypto.randomUUID()}@b.test>\r\n${head}\r\n${dotted}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
