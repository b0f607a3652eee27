/** A file in an e-mail. */
export type MailFile = { readonly name: string; readonly content: Uint8Array };

/** The parts of a received e-mail that the server uses. */
export type IncomingMail = {
  /** The `Message-ID`, or a hash of the e-mail if it has none. */
  readonly id: string;
  readonly subject: string;
  /** The author; an empty address if there are several or none. */
  readonly from: { readonly name: string; readonly address: string };
  /** Headers `Authentication-Results`. */
  readonly authenticationResults: readonly string[];
  /** The header `Auto-Submitted` in lower case; empty for e-mail of a person. */
  readonly autoSubmitted: string;
  readonly text: string;
  readonly html: string;
  readonly files: readonly MailFile[];
};

/** An e-mail is refused. The sentence goes to the sender's mail server, which reports it to the sender. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
  /** The status of SMTP: with 4xx the sender's mail server tries again, with 5xx it gives up. */
  readonly responseCode: number;

  constructor(responseCode: number, sentence: string) {
    super(sentence);
    this.responseCode = responseCode;
  }
}
