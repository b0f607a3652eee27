import type { Email } from './email.ts';

/** Hands letters to the operator's mail server. */
export type Mailer = {
  /** The id makes a letter that had to be sent twice recognizable as one. */
  send(email: Email, id: string): Promise<void>;
  /** Whether the mail server lets us in; throws its reason if not. */
  greet(): Promise<void>;
  close(): void;
};

/** A letter that the mail server will not take, however often it is tried. */
export class Undeliverable extends Error {}
