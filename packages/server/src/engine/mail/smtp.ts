import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
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
  const domain = mail.from.slice(mail.from.lastIndexOf('@') + 1).replace(/>.*$/, '');
  return {
    send: async ({ to, subject, text }, id) => {
      try {
        await transport.sendMail({
          from: mail.from,
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          // Suppresses automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
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

/** Whether the e-mail or its recipient was refused permanently; failed authentication can be fixed by the operator. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
