/** What stands in a mail. Plain text: it can be read anywhere, and hides no address behind another. */
export type Email = { readonly to: string; readonly subject: string; readonly text: string };
