import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Email } from './email.ts';
import { UndeliverableError, type Mailer } from './mailer.ts';

/** Timeout per SMTP step; all steps together stay below the pause between retries. */
const STEP_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 3;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function createSmtpMailer(mail: NonNullable<Config['mail']>): Mailer {
  const url = new URL(mail.url);
  const allowsPlaintext = url.searchParams.get('tls') === 'off' || LOOPBACK.has(url.hostname);
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !allowsPlaintext,
    ignoreTLS: !secure && allowsPlaintext,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = mail.from.slice(mail.from.lastIndexOf('@') + 1).split('>', 1)[0] ?? '';
  return {
    send: async (email, id) => {
      const { subject, text, html } = email;
      try {
        await transport.sendMail({
          from: senderOf(mail.from, email),
          to: recipientOf(email),
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          messageId: `<${id}@${domain}>`,
          // Suppresses automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated', ...email.headers },
        });
      } catch (error) {
        throw isFinal(error) ? new UndeliverableError(messageOf(error), { cause: error }) : error;
      }
    },
    verify: async () => {
      await transport.verify();
    },
    close: () => {
      transport.close();
    },
  };
}

function senderOf(from: string, { fromName }: Email): string | { name: string; address: string } {
  return fromName === undefined ? from : { name: fromName, address: /<([^<>]+)>/.exec(from)?.[1] ?? from };
}

/** Some mail servers refuse longer recipients. */
const MAX_RECIPIENT_BYTES = 320;

function recipientOf({ to, toName = '' }: Email): { name: string; address: string } {
  const isShort = Buffer.byteLength(`${toName} <${to}>`) <= MAX_RECIPIENT_BYTES;
  return { name: isShort ? toName : '', address: to };
}

/** Whether the e-mail or its recipient was refused permanently; failed authentication can be fixed by the operator. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
