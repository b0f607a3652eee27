/** An e-mail in plain text, which displays anywhere and cannot disguise links, and optionally in HTML. */
export type Email = {
  readonly to: string;
  /** The name of the recipient. */
  readonly toName?: string;
  /** The name of the sender, beside the server's address. */
  readonly fromName?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
};
