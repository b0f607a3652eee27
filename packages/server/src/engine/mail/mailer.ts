import type { Email } from './email.ts';

/** Sends e-mail through the configured mail server. */
export type Mailer = {
  /** The id becomes the Message-ID, so that mail clients recognize an e-mail that was sent twice. */
  send(email: Email, id: string): Promise<void>;
  /** Verifies the connection and the credentials, or throws. */
  verify(): Promise<void>;
  close(): void;
};

/** The mail server refused an e-mail permanently. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}
